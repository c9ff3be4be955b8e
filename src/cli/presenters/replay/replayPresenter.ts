import { timelineOf } from '../../../app/replay';
import type { ReplayedRun } from '../../../domain/replay';
import type { ClosableOutput } from '../../output/closableOutput';
import { toJsonLine } from '../../output/printable';
import type { Style } from '../../output/style';
import { placeWords } from './placeWords';
import { askedLines, runHeading, runText } from './runText';
import { counted } from './saved';
import { NOTHING_YET, tallyText, withRun } from './tally';

/** Shows replayed runs as they come. */
export interface ReplayPresenter {
  run(run: ReplayedRun): void;
  /** After the last one, with how many problems there were. */
  end(problems: number): void;
}

/** One JSON object a line for each run. */
export function jsonReplay(output: ClosableOutput): ReplayPresenter {
  return {
    run: ({ id, fires, steps, file }) => {
      const found = fires.map(({ step, level, detector, evidence, count, limit, message }) => {
        return { step, level, detector, evidence, count, limit, message };
      });
      output.write(`${toJsonLine({ id, fires: found, steps: steps.length, file })}\n`);
    },
    end: () => undefined,
  };
}

/** Runs with nothing found that are named; more of them are only counted. */
const NAMED_QUIET = 5;

/** A picture of each run in which something was found; the others are named, or counted where they are many. */
export function textReplay({
  output,
  style,
  width,
  onlyFile,
}: {
  readonly output: ClosableOutput;
  readonly style: Style;
  readonly width: number;
  /** The file, where it alone was named: runs there need not say where they stand. */
  readonly onlyFile?: string | undefined;
}): ReplayPresenter {
  let tally = NOTHING_YET;
  const quiet: ReplayedRun[] = [];
  const picture = (run: ReplayedRun): string =>
    runText(run, { style, width, timeline: timelineOf(run), withFile: run.file !== onlyFile });
  const quietLine = (run: ReplayedRun): string => {
    const place = run.file === onlyFile ? '' : style.dim(`  ${placeWords(run.file)}`);
    const lines = [`${runHeading(run, style)}${place}`, ...askedLines(run, { style, width })];
    return `${lines.join('\n')}\n`;
  };
  return {
    run(run) {
      tally = withRun(tally, run);
      if (run.fires.length > 0) output.write(`${picture(run)}\n`);
      else if (quiet.length <= NAMED_QUIET) quiet.push(run);
    },
    end(problems) {
      const clean = tally.runs - tally.stuck - tally.suspected;
      const [only] = quiet;
      if (tally.runs === 1 && only !== undefined) output.write(`${picture(only)}\n`);
      else if (clean > NAMED_QUIET) {
        const words = `${counted(clean, 'run')} with nothing found`;
        output.write(`${style.green('✓')} ${style.dim(words)}\n\n`);
      } else if (clean > 0) {
        output.write(`${quiet.map(quietLine).join('')}\n`);
      }
      output.write(tallyText({ ...tally, problems }, style));
    },
  };
}

import { adviceOf, timelineOf } from '../../../app/read/replayRecordings';
import type { ReplayedRun } from '../../../model/steps/replayedRun';
import type { ClosableOutput } from '../../terminal/closableOutput';
import { toJsonLine } from '../../terminal/printable';
import type { Style } from '../../terminal/style';
import { describePlace } from './describePlace';
import { askedLines, NO_STEP, runHeading, runText } from './runText';
import { cleanRuns, NOTHING_YET, tallyText, withRun } from './tally';
import { countOf } from '../../../text/count';

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
      const advised = adviceOf({ steps, fires });
      const found = fires.map((fire) => {
        const { step, level, detector, evidence, count, limit, message } = fire;
        const advice = advised.get(fire) ?? '';
        return {
          ...{ step, level, detector, evidence, count, limit, message },
          ...(advice !== '' && { advice }),
        };
      });
      output.write(`${toJsonLine({ id, fires: found, steps: steps.length, file })}\n`);
    },
    end: () => undefined,
  };
}

/** Runs with nothing found, or without a step, that are named; more of them are only counted. */
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
  /** The only named file: its runs need no location. */
  readonly onlyFile?: string | undefined;
}): ReplayPresenter {
  let tally = NOTHING_YET;
  const quiet: ReplayedRun[] = [];
  const stepless: ReplayedRun[] = [];
  const picture = (run: ReplayedRun): string =>
    runText(run, { style, width, timeline: timelineOf(run), withFile: run.file !== onlyFile });
  const quietLine = (run: ReplayedRun): string => {
    const place = run.file === onlyFile ? '' : style.dim(`  ${describePlace(run.file)}`);
    const lines = [`${runHeading(run, style)}${place}`, ...askedLines(run, { style, width })];
    return `${lines.join('\n')}\n`;
  };
  const listed = (runs: readonly ReplayedRun[], many: string): string =>
    runs.length > NAMED_QUIET ? `${many}\n` : runs.map(quietLine).join('');
  return {
    run(run) {
      tally = withRun(tally, run);
      if (run.fires.length > 0) output.write(`${picture(run)}\n`);
      else {
        const list = run.steps.length === 0 ? stepless : quiet;
        if (list.length <= NAMED_QUIET) list.push(run);
      }
    },
    end(problems) {
      const [only] = [...quiet, ...stepless];
      const clean = `${style.green('✓')} ${style.dim(`${countOf(cleanRuns(tally), 'run')} with nothing found`)}`;
      const empty = style.dim(`○ ${countOf(tally.stepless, 'run')} without a step: ${NO_STEP}`);
      const short = [listed(quiet, clean), listed(stepless, empty)].join('');
      if (tally.runs === 1 && only !== undefined) output.write(`${picture(only)}\n`);
      else if (short !== '') output.write(`${short}\n`);
      output.write(tallyText({ ...tally, problems }, style));
    },
  };
}

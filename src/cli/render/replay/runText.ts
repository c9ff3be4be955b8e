import { adviceOf, promptLine } from '../../../app/read/replayRecordings';
import type { ReplayedRun, TimelineStep } from '../../../model/steps/replayedRun';
import { savedPositions } from '../../../model/steps/savedPositions';
import { printableLine } from '../../terminal/printable';
import type { Style } from '../../terminal/style';
import { fireLines } from './fireLines';
import { groupMarks } from './groupMarks';
import { describePlace } from './describePlace';
import { savedSteps, describeSaved } from './saved';
import { strip } from './strip';
import { countOf } from '../../../text/count';
import { fitLine } from '../../terminal/terminalText';

export interface RunTextOptions {
  readonly style: Style;
  /** Characters of a line. */
  readonly width: number;
  readonly timeline: readonly TimelineStep[];
  /** Whether the run's file is shown. */
  readonly withFile?: boolean;
}

/** A run as a human reads it: what fired, the run step by step, and the steps that prove it. */
export function runText(run: ReplayedRun, options: RunTextOptions): string {
  const { style, width, timeline } = options;
  const { fires } = run;
  const proving = new Set(fires.flatMap(({ evidence }) => evidence));
  const marks = groupMarks(timeline, proving, style);
  const saved = new Set(savedPositions(run));
  const lines = [
    runHeading(run, style),
    ...askedLines(run, options),
    ...(options.withFile === true ? [style.dim(`  ${describePlace(run.file)}`)] : []),
    ...(timeline.length === 0 ? [] : ['']),
    ...strip({ timeline, proving, marks, saved, style, width }),
    ...(fires.length === 0 ? [] : ['']),
    ...fireLines(fires, { timeline, marks, style, width, advice: adviceOf(run) }),
  ];
  return `${lines.join('\n')}\n`;
}

/** Characters of an id that are shown. */
const MAX_NAME = 100;

/** One line: id, steps and findings. */
export function runHeading(run: ReplayedRun, style: Style): string {
  const { id, steps, fires } = run;
  const name = style.bold(fitLine(printableLine(id), MAX_NAME));
  const length = countOf(steps.length, 'step');
  const stuck = fires.find(({ level }) => level === 'stuck');
  if (stuck !== undefined) {
    const saved = savedSteps(run) ?? 0;
    const after =
      saved === 0
        ? `, ${stuck.step === steps.at(-1)?.number ? 'its last' : 'the last of its turn'}: nothing came after it`
        : `, would have saved ${describeSaved(saved, steps.length)}`;
    return `${style.red('■')} ${name}  ${length}, ${style.red(`stuck at step ${stuck.step}`)}${after}`;
  }
  if (fires.length > 0) {
    return `${style.yellow('▲')} ${name}  ${length}, ${style.yellow('suspected only')}`;
  }
  if (steps.length === 0) return `${style.dim('○')} ${name}  ${style.dim(`no step: ${NO_STEP}`)}`;
  return `${style.green('✓')} ${name}  ${style.dim(`${length}, nothing found`)}`;
}

/** Text for a run without steps: the agent has not answered yet, or could not start. */
export const NO_STEP = 'no call with a result and no text of an agent';

/** The user's prompt in quotes, if it is recorded. */
export function askedLines(
  { asked }: ReplayedRun,
  { style, width }: Pick<RunTextOptions, 'style' | 'width'>,
): readonly string[] {
  const line = asked === undefined ? '' : printableLine(promptLine(asked));
  return line === '' ? [] : [style.dim(`  “${fitLine(line, width - AROUND)}”`)];
}
/** Indentation and quotes. */
const AROUND = 4;

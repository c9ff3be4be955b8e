import type { TimelineStep } from '../../../model/steps/replayedRun';
import type { StepVerdict } from '../../../model/steps/step';
import { countOf } from '../../../text/count';
import { dropEcho } from '../../../text/dropEcho';
import { printableLine } from '../../terminal/printable';
import type { Style } from '../../terminal/style';
import type { GroupMark } from './groupMarks';
import { FIRE_SIGNS } from './strip';
import { displayWidth, fitMiddle, padColumns, fitLine } from '../../terminal/terminalText';
import { wrapLine } from '../../terminal/wrapText';

export interface FireLinesOptions {
  readonly timeline: readonly TimelineStep[];
  /** Advice on each finding; without an entry for a suspicion. */
  readonly advice: ReadonlyMap<StepVerdict, string>;
  readonly marks: ReadonlyMap<number, GroupMark>;
  readonly style: Style;
  /** Characters of a line. */
  readonly width: number;
}

/** Proving steps that are listed of one finding: the first ones and the last ones. */
const FIRST_STEPS = 2;
const LAST_STEPS = 4;
/** Findings of one run that are listed. */
const MAX_FIRES = 8;
const INDENT = '    ';

/** Findings of a run: level, detector, message, the proving steps, and the advice. */
export function fireLines(
  fires: readonly StepVerdict[],
  options: FireLinesOptions,
): readonly string[] {
  const shown = fires.slice(0, MAX_FIRES);
  const more = fires.length - shown.length;
  return [
    ...shown.flatMap((fire) => [
      ...heading(fire, options),
      ...(isListedElsewhere(fire, shown) ? [] : provingLines(fire.evidence, options)),
      ...adviceLines(fire, options),
    ]),
    ...(more > 0
      ? [options.style.dim(`  … and ${countOf(more, 'more finding')}; --json has all of them`)]
      : []),
  ];
}

/** Whether the steps of a suspicion are listed with another finding: a loop, one of more steps, or the first of equals. */
function isListedElsewhere(fire: StepVerdict, fires: readonly StepVerdict[]): boolean {
  if (fire.level === 'stuck') return false;
  const own = fires.indexOf(fire);
  return fires.some((other, at) => {
    if (at === own || !fire.evidence.every((step) => other.evidence.includes(step))) return false;
    if (other.evidence.length > fire.evidence.length) return true;
    return other.level === 'stuck' || at < own;
  });
}

function heading(fire: StepVerdict, { style, width }: FireLinesOptions): readonly string[] {
  const { level, step, detector, count, limit, message } = fire;
  const paint = level === 'stuck' ? style.red : style.yellow;
  const head = paint(`${FIRE_SIGNS[level]} ${level} at step ${step}`);
  const counted = style.dim(
    count > limit ? `(${count}, limit ${limit})` : `(${count} of ${limit})`,
  );
  const lines = wrapLine(printableLine(message), width - INDENT.length);
  return [`  ${head}  ${style.bold(detector)} ${counted}`, ...lines.map((line) => INDENT + line)];
}

function adviceLines(fire: StepVerdict, options: FireLinesOptions): readonly string[] {
  const { advice, style, width } = options;
  const text = printableLine(advice.get(fire) ?? '');
  const lines = text === '' ? [] : wrapLine(`Advice: ${text}`, width - INDENT.length);
  return lines.map((line) => INDENT + style.yellow(line));
}

function provingLines(evidence: readonly number[], options: FireLinesOptions): readonly string[] {
  const { timeline, style } = options;
  const proving = new Set(evidence);
  const steps = timeline.filter(({ number }) => proving.has(number));
  const hidden = steps.length - FIRST_STEPS - LAST_STEPS;
  const columns = columnsOf(steps);
  const draw = (step: TimelineStep): string => stepLine(step, columns, options);
  if (hidden <= 1) return steps.map(draw);
  const between = steps.slice(FIRST_STEPS, -LAST_STEPS).map(({ number }) => number);
  const left = `${INDENT}  … ${hidden} more: ${between.join(', ')}`;
  return [
    ...steps.slice(0, FIRST_STEPS).map(draw),
    style.dim(fitLine(left, options.width)),
    ...steps.slice(-LAST_STEPS).map(draw),
  ];
}

interface Columns {
  readonly number: number;
  readonly tool: number;
  readonly call: number;
}

/** Widths that the texts of these steps ask for. */
function columnsOf(steps: readonly TimelineStep[]): Columns {
  const longest = (texts: readonly string[]): number =>
    texts.reduce((most, text) => Math.max(most, displayWidth(printableLine(text))), 0);
  return {
    number: longest(steps.map(({ number }) => String(number))),
    tool: Math.min(20, longest(steps.map(({ tool }) => tool))),
    call: longest(steps.map(({ call, subject = call }) => subject)),
  };
}

function stepLine(step: TimelineStep, columns: Columns, options: FireLinesOptions): string {
  const { marks, style, width } = options;
  const mark = step.group === undefined ? undefined : marks.get(step.group);
  const number = String(step.number).padStart(columns.number);
  const room = Math.max(20, width - INDENT.length - 2 - columns.number - 2);
  const sign = mark === undefined ? '•' : mark.paint(mark.sign);
  return `${INDENT}${sign} ${style.dim(number)}  ${contents(step, columns, { style, room })}`;
}

/** Tool, call and result in so much room, of which the call gets two thirds at most. */
function contents(
  { tool, call, subject = call, result, outcome = result }: TimelineStep,
  columns: Columns,
  { style, room }: { readonly style: Style; readonly room: number },
): string {
  const asked = printableLine(subject);
  const shownResult = dropEcho(printableLine(outcome), asked) || '(nothing)';
  if (tool === '') return fitLine(`“${printableLine(result)}”`, room);
  const name = padColumns(fitLine(printableLine(tool), columns.tool), columns.tool);
  const left = room - columns.tool - ' '.length - ARROW.length;
  const forCall = Math.min(
    columns.call,
    Math.max(Math.ceil(left * (2 / 3)), left - displayWidth(shownResult)),
  );
  const called = padColumns(fitMiddle(asked, forCall, Math.floor(forCall / 3)), forCall);
  const asking = forCall === 0 ? name : `${name} ${called}`;
  return `${asking}${style.dim(ARROW)}${style.dim(fitLine(shownResult, left - forCall))}`;
}
const ARROW = ' → ';

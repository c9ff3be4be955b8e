import type { ProvingStep } from '../../model/steps/step';
import { countOf } from '../../text/count';
import { describeCall, describeOutcome } from '../../reports/task/describeSteps';
import { printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';
import { alignColumns } from '../terminal/table';
import { fitLine } from '../terminal/terminalText';

/** Steps that are listed, the newest; `--json` has all. */
const MAX_LISTED = 12;
/** Characters of a call, and of a result, in the list. */
const MAX_CALL = 60;
const MAX_RESULT = 80;

/** The steps that prove a loop, each with its call and its result; nothing for none. `all`: the command that shows all. */
export function provingStepLines(
  steps: readonly ProvingStep[],
  style: Style,
  all = 'devs report --json',
): readonly string[] {
  const left = steps.length - MAX_LISTED;
  const rows = steps
    .slice(-MAX_LISTED)
    .map((step) => [
      { text: String(step.number) },
      { text: fitLine(printableLine(describeCall(step)), MAX_CALL) },
      { text: fitLine(printableLine(describeOutcome(step)), MAX_RESULT), paint: style.dim },
    ]);
  return [
    ...(left > 0 ? [`… ${countOf(left, 'earlier step')} (${all} shows all)`] : []),
    ...alignColumns(rows),
  ];
}

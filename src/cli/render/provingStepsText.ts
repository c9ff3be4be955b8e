import type { InTurnLoop } from '../../model/hops/hop';
import type { ProvingStep } from '../../model/steps/step';
import { describeProof } from '../../model/overview/describeHop';
import { describeCall } from '../../reports/task/describeSteps';
import { printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';
import { alignColumns } from '../terminal/table';
import { fitLine } from '../terminal/terminalText';

/** Steps that are listed, the newest; `--json` has all. */
const MAX_LISTED = 12;
/** Characters of a call, and of a result, in the list. */
const MAX_CALL = 60;
const MAX_RESULT = 80;

/** What found a loop in steps and which ones: "Found by  … : steps 11, 14, 17"; nothing for another loop. */
export function foundInStepsLines(loop: InTurnLoop | undefined): readonly string[] {
  if (loop?.steps === undefined) return [];
  return [`  Found by  ${printableLine(describeProof(loop))}`];
}

/** The steps that prove a loop, each with its call and its result; nothing for none. */
export function provingStepLines(loop: InTurnLoop | undefined, style: Style): readonly string[] {
  const steps = loop?.steps ?? [];
  if (steps.length === 0) return [];
  const left = steps.length - MAX_LISTED;
  return [
    '',
    style.bold('  Steps that prove it'),
    ...(left > 0 ? [`    … ${left} before (devs report --json shows all)`] : []),
    ...stepTable(steps.slice(-MAX_LISTED), style).map((line) => `    ${line}`),
  ];
}

function stepTable(steps: readonly ProvingStep[], style: Style): readonly string[] {
  return alignColumns(
    steps.map((step) => [
      { text: String(step.number) },
      { text: fitLine(printableLine(describeCall(step)), MAX_CALL) },
      { text: fitLine(printableLine(step.result), MAX_RESULT), paint: style.dim },
    ]),
  );
}

import type { ProvingStep } from '../../../model/steps/step';
import { readStepEffect } from '../effects/readStepEffect';
import { isChange, type StepEffect } from '../effects/stepEffect';
import { isShellTool } from '../refusals/readRefusedAction';
import { readResultStatus } from '../results/findExternalCause';
import { quoteReasonLine } from '../shown/quoteReasonLine';
import type { AdvisedLoop } from './advisedLoop';
import { adviseOnEdits } from './adviseOnEdits';
import { adviseOnMissing } from './adviseOnMissing';
import { adviseOnReason } from './adviseOnReason';
import { isFailedStep } from './isFailedStep';
import { quoteCall, quoteLine, quoteNames } from './quoteWords';

/**
 * Advice for calls whose result is known: what it is, and what to do instead of calling again. Of several calls the
 * newest failing one matters.
 */
export function adviseOnKnownResult(loop: AdvisedLoop): string {
  const { steps = [], answer = '', clues: { missing = [], failed } = {} } = loop;
  const newest = steps.at(-1);
  const step = failed === true ? newest : (steps.findLast(isFailedStep) ?? newest);
  if (step === undefined) return '';
  if (missing.length > 0) return adviseOnMissing(missing);
  const isFailed = failed === true || isFailedStep(step);
  const line = step === newest ? answer : quoteReasonLine({ result: step.result, args: step.call });
  const known = quoteLine(line === '' ? step.result : line);
  switch (readResultStatus(step.result, isFailed ? 'failure' : 'answer')) {
    case 'pending':
      return `What the agent waits for does not come: ${known}. Start or repair it, or tell the agent in a hint to go on without it.`;
    case 'passed':
      return `The check passes: ${known}. A hint that helps: what is still missing, or that the work is done.`;
    case '':
      return isFailed
        ? adviseOnKnownFailure(step, loop, known)
        : adviseOnKnownAnswer(step, loop, known);
  }
}

function adviseOnKnownFailure(step: ProvingStep, loop: AdvisedLoop, known: string): string {
  if (isEdit(step, loop)) return adviseOnEdits(loop);
  const { unread = [] } = loop.clues ?? {};
  const places =
    unread.length === 0 ? '' : ` Named by the failure and never opened: ${quoteNames(unread)}.`;
  return `${quoteCall(step)} always fails: ${known}.${places} ${adviseOnReason(known)}`;
}

function adviseOnKnownAnswer(step: ProvingStep, loop: AdvisedLoop, known: string): string {
  if (isEdit(step, loop)) return adviseOnEdits(loop);
  const { files = [] } = loop.clues ?? {};
  const { kind } = effectOf(step);
  if (kind === 'reads' && files.length > 0)
    return `The agent knows ${quoteNames(files)} already: nothing in ${files.length === 1 ? 'it' : 'them'} changes by reading again. A hint that helps: what to change there, or which other file to read.`;
  if (kind === 'plans')
    return 'The plan is written down already. A hint that helps: to carry out its next step.';
  if (known === '')
    return `${quoteCall(step)} has nothing to say, however often it is called. A hint that helps: where else to look, or what to change next.`;
  return kind === 'acts'
    ? `${quoteCall(step)} leads nowhere new: ${known}. A hint that helps: another action, or that the goal is reached.`
    : `The answer is known: ${known}. A hint that helps: to take it as given, and what to do next.`;
}

/** Whether a step only edits a file; a command that also edits is known by what it runs. */
function isEdit(step: ProvingStep, { clues: { files = [] } = {} }: AdvisedLoop): boolean {
  const effect = effectOf(step);
  return (
    files.length > 0 && isChange(effect) && (effect.kind !== 'changes' || !isShellTool(step.tool))
  );
}

function effectOf({ tool, call }: ProvingStep): StepEffect {
  return readStepEffect({ tool, args: call });
}

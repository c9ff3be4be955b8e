import type { ProvingStep } from '../../../model/steps/step';
import { readStepEffect } from '../effects/readStepEffect';
import { isChange, type StepEffect } from '../effects/stepEffect';
import { isShellTool } from '../effects/isShellTool';
import { readResultStatus } from '../results/findExternalCause';
import { nameCall } from '../shown/nameCall';
import { quoteReasonLine } from '../shown/quoteReasonLine';
import { quoteLine, quoteNames } from '../shown/quoteWords';
import type { AdvisedLoop } from './advisedLoop';
import { adviseOnEdits } from './adviseOnEdits';
import { adviseOnFailedEdit } from './adviseOnFailedEdit';
import { adviseOnFailing } from './adviseOnFailing';
import { adviseOnMissing } from './adviseOnMissing';
import { adviseOnReason, findAdvice } from './adviseOnReason';
import { adviseOnRejectedCall } from './adviseOnRejectedCall';
import { isFailedStep } from './isFailedStep';

/** An answer that tells the agent what to do. */
const ASKS =
  /\byou (?:may |will )?(?:need|have) to\b|\bplease\b|\btry (?:again|to)\b|\b(?:must|should)\b/i;

const ANSWERED =
  'Tell the agent in a hint: what to change before this call, or to accept this answer and go on.';

/**
 * Advice for calls whose result is known: what it is, and what to do instead of calling again. Of several calls the
 * newest failing one matters, else one whose answer asks for something.
 */
export function adviseOnKnownResult(loop: AdvisedLoop): string {
  const { steps = [], answer = '', clues: { missing = [], failed } = {} } = loop;
  const newest = steps.at(-1);
  const asking = steps.findLast(({ tool, result }) => tool !== '' && ASKS.test(result));
  const step = failed === true ? newest : (steps.findLast(isFailedStep) ?? asking ?? newest);
  if (step === undefined) return '';
  if (missing.length > 0) return adviseOnMissing(missing);
  const isFailed = (step === newest && failed === true) || isFailedStep(step);
  const line = step === newest ? answer : quoteReasonLine({ result: step.result, args: step.call });
  const known = line === '' ? step.result : line;
  switch (readResultStatus(step.result, isFailed ? 'failure' : 'answer')) {
    case 'pending':
      return `The agent waits for something that does not happen: ${quoteLine(known)}. Start or repair it, or tell the agent in a hint to go on without it.`;
    case 'passed':
      return `The check passes: ${quoteLine(known)}. Tell the agent in a hint: what is still missing, or that the work is done.`;
    case '':
      return isFailed
        ? adviseOnKnownFailure(step, loop, known)
        : adviseOnKnownAnswer(step, loop, known);
  }
}

/** Advice for a call that fails each time; `reason` is the line that says why. */
export function adviseOnKnownFailure(step: ProvingStep, loop: AdvisedLoop, reason: string): string {
  const rejected = adviseOnRejectedCall(step, reason);
  if (rejected !== '') return rejected;
  if (isEdit(step, loop)) return adviseOnFailedEdit(loop, { ...step, reason });
  const { unread = [] } = loop.clues ?? {};
  const places =
    unread.length === 0 ? '' : ` Named by the failure and never opened: ${quoteNames(unread)}.`;
  return `${nameStep(step)} fails each time: ${quoteLine(reason)}.${places} ${adviseOnReason(reason)}`;
}

function adviseOnKnownAnswer(step: ProvingStep, loop: AdvisedLoop, known: string): string {
  if (isEdit(step, loop)) return adviseOnEdits(loop);
  const { kind } = effectOf(step);
  // A command that its tool repeats says nothing.
  const said = step.call.includes(known) ? '' : quoteLine(known);
  const name = nameStep(step);
  if (ASKS.test(known))
    return `${name} answers each time: ${said}. Tell the agent in a hint: how to do what this answer asks for, or another way.`;
  if (kind === 'reads') return adviseOnReading(step, loop, said);
  if (kind === 'plans')
    return 'The plan is written down already. Tell the agent in a hint to carry out its next step.';
  if (said === '')
    return `${name} prints nothing, however often it is called. Tell the agent in a hint: where else to look, or what to change next.`;
  return kind === 'acts'
    ? `${name} brings the same result each time: ${said}. Tell the agent in a hint: another action, or that the goal is reached.`
    : `${name} answers the same each time: ${said}. ${findAdvice(known) ?? ANSWERED}`;
}

/** Advice for an agent that reads what it has read: where it can go on. */
function adviseOnReading(step: ProvingStep, { clues = {} }: AdvisedLoop, said: string): string {
  const { files = [], unread = [], failing } = clues;
  const known =
    files.length > 1
      ? `The agent has read ${quoteNames(files)} already`
      : `The agent knows the result of ${nameStep(step)} already${said === '' ? '' : `: ${said}`}`;
  const nothingNew = `${known}; nothing has changed since, so reading it again shows nothing new.`;
  if (failing !== undefined) return `${nothingNew} ${adviseOnFailing(failing)}`;
  const other = unread.length > 0 ? `to read ${quoteNames(unread)}` : 'which other file to read';
  const next =
    files.length > 0
      ? `what to change there, or ${other}`
      : 'what follows from it, or where else to look';
  return `${nothingNew} Tell the agent in a hint: ${next}.`;
}

/** Whether a step only edits a file; a command that also edits is known by what it runs. */
function isEdit(step: ProvingStep, { clues: { files = [] } = {} }: AdvisedLoop): boolean {
  const effect = effectOf(step);
  return (
    files.length > 0 && isChange(effect) && (effect.kind !== 'changes' || !isShellTool(step.tool))
  );
}

function nameStep({ tool, call }: ProvingStep): string {
  return nameCall({ tool, args: call }) || 'The call';
}

function effectOf({ tool, call }: ProvingStep): StepEffect {
  return readStepEffect({ tool, args: call });
}

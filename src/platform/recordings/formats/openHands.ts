import type { RecordedRun } from '../../../model/steps/replayedRun';
import { findUserPrompt, withPrompt } from '../parts/userPrompt';
import type { OpenHandsEvent } from './openHandsEvent';
import { isObject, type JsonObject } from '../../json/jsonValue';
import { parseClassicEvent, isClassicEvent } from './openHandsClassic';
import { isSdkEvent, parseSdkEvent } from './openHandsSdk';
import { reserve, createBudget, toNumberedRun, type UnnumberedStep } from '../parts/toNumberedRun';

/** Whether this is an OpenHands event, from the SDK or from before it. */
export function isOpenHandsEvent(value: unknown): value is JsonObject {
  return isObject(value) && (isSdkEvent(value) || isClassicEvent(value));
}

/** Builds a run from its events in order. */
export interface OpenHandsRun {
  /** False once the run exceeds the budget; later events are ignored. */
  add(event: JsonObject): boolean;
  end(id: string, file: string): RecordedRun;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Starts an empty run; results are matched to their calls by id. */
export function createOpenHandsRun(): OpenHandsRun {
  const steps: Writable<UnnumberedStep>[] = [];
  const open = new Map<unknown, Writable<UnnumberedStep>>();
  const budget = createBudget();
  let lastResponse: string | undefined;
  let prompt: string | undefined;
  const addStep = (step: Writable<UnnumberedStep>): boolean => {
    const taken = reserve(budget, { number: 0, ...step });
    if (taken) steps.push(step);
    return taken;
  };
  const addResult = ({ of, result, error }: OpenHandsEvent & { kind: 'result' }): boolean => {
    const id = of.find((name) => open.has(name));
    const step =
      id === undefined ? (of.length === 0 ? findUnanswered(steps) : undefined) : open.get(id);
    if (step === undefined) return true;
    budget.left -= result.length;
    if (budget.left < 0) return false;
    step.result = result;
    if (error !== undefined) step.error = error;
    for (const [name, known] of open) if (known === step) open.delete(name);
    return true;
  };
  return {
    add(event) {
      prompt ??= findEventPrompt(event);
      const meaning = isSdkEvent(event) ? parseSdkEvent(event) : parseClassicEvent(event);
      if (meaning === undefined) return true;
      switch (meaning.kind) {
        case 'call': {
          const { response } = meaning;
          const madeWithLast = response !== undefined && response === lastResponse;
          lastResponse = response;
          const step = { ...meaning.step, madeWithLast };
          for (const id of meaning.ids) open.set(id, step);
          return addStep(step);
        }
        case 'result':
          return addResult(meaning);
        case 'text':
          return addStep({ tool: '', args: '', result: '', thought: meaning.text });
        default:
          return meaning satisfies never;
      }
    },
    end: (id, file) => withPrompt(toNumberedRun(id, file, steps), prompt),
  };
}

function findUnanswered(
  steps: readonly Writable<UnnumberedStep>[],
): Writable<UnnumberedStep> | undefined {
  const last = steps.at(-1);
  return last?.tool !== '' && last?.result === '' ? last : undefined;
}

/** The user's text in an event; `undefined` for events of others. */
function findEventPrompt({
  source,
  action,
  args,
  llm_message: message,
}: JsonObject): string | undefined {
  if (source !== 'user') return undefined;
  if (isObject(message)) return findUserPrompt(message['content']);
  return action === 'message' && isObject(args) ? findUserPrompt(args['content']) : undefined;
}

import type { RecordedRun } from '../../../model/steps/replayedRun';
import { askedIn, withAsked } from '../parts/asked';
import type { EventMeaning } from './eventMeaning';
import { isObject, type JsonObject } from '../../json/jsonValue';
import { classicEvent, looksLikeClassicEvent } from './openHandsClassic';
import { looksLikeSdkEvent, sdkEvent } from './openHandsSdk';
import { fits, newRoom, numberedRun, type UnnumberedStep } from '../parts/stepList';

/** Whether this is an event of OpenHands, of whichever generation. */
export function looksLikeOpenHands(value: unknown): value is JsonObject {
  return isObject(value) && (looksLikeSdkEvent(value) || looksLikeClassicEvent(value));
}

/** A run put together from its events, one after the other. */
export interface OpenHandsRun {
  /** False once the run has become too long to be held; nothing more is taken then. */
  add(event: JsonObject): boolean;
  end(id: string, file: string): RecordedRun;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** A run whose events come in their order; results find their calls by name. */
export function openHandsRun(): OpenHandsRun {
  const steps: Writable<UnnumberedStep>[] = [];
  const open = new Map<unknown, Writable<UnnumberedStep>>();
  const room = newRoom();
  let lastResponse: string | undefined;
  let asked: string | undefined;
  const take = (step: Writable<UnnumberedStep>): boolean => {
    const taken = fits(room, { number: 0, ...step });
    if (taken) steps.push(step);
    return taken;
  };
  const answer = ({ of, result, error }: EventMeaning & { kind: 'result' }): boolean => {
    const id = of.find((name) => open.has(name));
    const step =
      id === undefined ? (of.length === 0 ? unanswered(steps) : undefined) : open.get(id);
    if (step === undefined) return true;
    room.left -= result.length;
    if (room.left < 0) return false;
    step.result = result;
    if (error !== undefined) step.error = error;
    for (const [name, known] of open) if (known === step) open.delete(name);
    return true;
  };
  return {
    add(event) {
      asked ??= askedBy(event);
      const meaning = looksLikeSdkEvent(event) ? sdkEvent(event) : classicEvent(event);
      if (meaning === undefined) return true;
      switch (meaning.kind) {
        case 'call': {
          const { response } = meaning;
          const madeWithLast = response !== undefined && response === lastResponse;
          lastResponse = response;
          const step = { ...meaning.step, madeWithLast };
          for (const id of meaning.ids) open.set(id, step);
          return take(step);
        }
        case 'result':
          return answer(meaning);
        case 'said':
          return take({ tool: '', args: '', result: '', thought: meaning.text });
        default:
          return meaning satisfies never;
      }
    },
    end: (id, file) => withAsked(numberedRun(id, file, steps), asked),
  };
}

function unanswered(
  steps: readonly Writable<UnnumberedStep>[],
): Writable<UnnumberedStep> | undefined {
  const last = steps.at(-1);
  return last?.tool !== '' && last?.result === '' ? last : undefined;
}

/** What a user says with an event; `undefined` for one of anybody else. */
function askedBy({ source, action, args, llm_message: message }: JsonObject): string | undefined {
  if (source !== 'user') return undefined;
  if (isObject(message)) return askedIn(message['content']);
  return action === 'message' && isObject(args) ? askedIn(args['content']) : undefined;
}

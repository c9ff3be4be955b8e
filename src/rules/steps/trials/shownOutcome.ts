import type { KnownCall, KnownResult, ObservedStep } from '../calls/observedStep';
import { isReading } from '../effects/readCommandEffect';
import type { EditEffect } from '../effects/stepEffect';

/** Maximum length of an output that is compared, in characters. */
const MAX_OUTPUT = 4_096;

/** What a step shows of the outcome of attempts. */
export interface Shown {
  /** `check`: something ran; `view`: existing content was shown. */
  readonly kind: 'check' | 'view';
  /** What shows it: the key of a call, the other commands of a command line, or a tool. */
  readonly shownBy: string;
  readonly call: KnownCall;
  readonly result: KnownResult;
  /** The output of a check; '' if it is too long to be compared. */
  readonly output: string;
}

type ShowingStep = Pick<ObservedStep, 'call' | 'result' | 'step'>;

/**
 * Reads what a step shows of the outcome of attempts; undefined if it shows none. `isAttempt`: the
 * step itself tries to change something.
 */
export function readShown(
  { call, result, step }: ShowingStep,
  isAttempt: boolean,
): Shown | undefined {
  const { key, tool, effect } = call;
  switch (effect.kind) {
    case 'looks': {
      const output = step.result.length <= MAX_OUTPUT ? step.result : '';
      return { kind: 'check', shownBy: key, call, result, output };
    }
    case 'reads':
      return { kind: 'view', shownBy: key, call, result, output: '' };
    case 'acts':
      if (!isAttempt) return undefined;
      return { kind: 'view', shownBy: tool, call, result, output: '' };
    case 'edits':
      return isAttempt ? readEditShown({ call, result, step }, effect) : undefined;
    case 'changes':
    case 'plans':
    case 'waits':
      return undefined;
    default:
      return effect satisfies never;
  }
}

/** What an editor shows of the edited place, or what the rest of a command line shows. */
function readEditShown(
  { call, result, step }: ShowingStep,
  { rest, edits }: EditEffect,
): Shown | undefined {
  if (rest === '') return undefined;
  const shown = { call, result, output: '' };
  if (rest === undefined) {
    const shownBy = `${call.tool} ${edits[0]?.path ?? ''}`;
    return LISTING.test(result.text) ? { ...shown, kind: 'view', shownBy } : undefined;
  }
  if (isReading(rest)) return { ...shown, kind: 'view', shownBy: rest };
  const output = step.result.length <= MAX_OUTPUT ? step.result : '';
  return { ...shown, kind: 'check', shownBy: rest, output };
}

/** Lines of a file or of a difference. */
const LISTING = /^(?:[ \t]{0,12}\d{1,7}[ \t]?[:|\t→]|[-+] |@@)/m;

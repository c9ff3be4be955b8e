import type { KnownResult, ObservedStep } from '../calls/observedStep';

/** Factor for calls that wait: a build takes its time. */
const WAIT_FACTOR = 4;
/** Factor for silent changing commands and passing checks. */
const CHECK_FACTOR = 2;
const STATUS_FACTORS = { pending: WAIT_FACTOR, passed: CHECK_FACTOR, '': 1 } as const;

/** Maximum length of a result that only echoes the action, in characters. */
const MAX_SILENT_LENGTH = 80;

/** Whether an action succeeded without showing its effect. */
export function isSilentAction({ call, result: { kind, text } }: ObservedStep): boolean {
  return (
    call.effect.kind === 'acts' &&
    kind !== 'failure' &&
    (kind !== 'answer' || text.length < MAX_SILENT_LENGTH)
  );
}

/** Failures of the code itself, which waiting does not resolve. */
const CODE_FAILURE =
  /\b(?:Assertion|Attribute|Import|Index|Key|ModuleNotFound|Name|Reference|Syntax|Type|Value)Error\b|\b[1-9]\d{0,5} fail(?:ing|ed)\b|\berror (?:TS\d|\[E\d)/;
const TRANSIENT_FAILURE =
  /refused|ECONN|time[ds]?[ -]?out|not (?:yet )?(?:ready|up|available|running)|starting|unavailable/i;

function mayResolveByWaiting({ kind, text }: KnownResult): boolean {
  return kind !== 'failure' || !CODE_FAILURE.test(text) || TRANSIENT_FAILURE.test(text);
}

/** A wait followed by a look counts as one call that does both. */
function adjustAfterWait({ followsWait: isAwaited, result }: ObservedStep, limit: number): number {
  return (
    limit * (isAwaited && mayResolveByWaiting(result) ? WAIT_FACTOR : STATUS_FACTORS[result.status])
  );
}

/**
 * Returns the number of equal results of a call that is a loop; Infinity if equality proves
 * nothing.
 */
export function adjustLimit(observed: ObservedStep, limit: number): number {
  const { call, result } = observed;
  switch (call.effect.kind) {
    case 'waits':
      return mayResolveByWaiting(result) ? limit * WAIT_FACTOR : limit;
    case 'acts':
      return isSilentAction(observed) ? Infinity : adjustAfterWait(observed, limit);
    case 'changes':
      if (result.kind !== 'nothing' && result.kind !== 'done')
        return limit * STATUS_FACTORS[result.status];
      return call.effect.isKnown ? limit * CHECK_FACTOR : Infinity;
    case 'looks':
    case 'reads':
      return adjustAfterWait(observed, limit);
    case 'plans':
    case 'edits':
      return limit * STATUS_FACTORS[result.status];
    default:
      return call.effect satisfies never;
  }
}

import type { KnownResult, ObservedStep } from '../calls/observedStep';

/** How much more often a call that waits for something may give the same: a build takes its time. */
const WAIT_FACTOR = 4;
/** How much more often a command that changes something may say nothing, and a check may pass. */
const CHECK_FACTOR = 2;
const STATUS_FACTORS = { pending: WAIT_FACTOR, passed: CHECK_FACTOR, '': 1 } as const;

/** Characters up to which what an act gives only says what was done. */
const MAX_SILENT_LENGTH = 80;

/** Something was done, and nothing was shown of what came of it. */
export function isSilentAction({ call, result: { kind, text } }: ObservedStep): boolean {
  return (
    call.effect.kind === 'acts' &&
    kind !== 'failure' &&
    (kind !== 'answer' || text.length < MAX_SILENT_LENGTH)
  );
}

/** What the code itself does wrong: it does so later as well. */
const CODE_FAILURE =
  /\b(?:Assertion|Attribute|Import|Index|Key|ModuleNotFound|Name|Reference|Syntax|Type|Value)Error\b|\b[1-9]\d{0,5} fail(?:ing|ed)\b|\berror (?:TS\d|\[E\d)/;
const TRANSIENT_FAILURE =
  /refused|ECONN|time[ds]?[ -]?out|not (?:yet )?(?:ready|up|available|running)|starting|unavailable/i;

function mayResolveByWaiting({ kind, text }: KnownResult): boolean {
  return kind !== 'failure' || !CODE_FAILURE.test(text) || TRANSIENT_FAILURE.test(text);
}

/** To wait and then to look is what a call does that waits and looks. */
function adjustAfterWait({ followsWait: isAwaited, result }: ObservedStep, limit: number): number {
  return (
    limit * (isAwaited && mayResolveByWaiting(result) ? WAIT_FACTOR : STATUS_FACTORS[result.status])
  );
}

/** At how often the same result of a call is a loop; Infinity where being the same proves nothing. */
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
    case 'replaces':
    case 'writes':
      return limit * STATUS_FACTORS[result.status];
    default:
      return call.effect satisfies never;
  }
}

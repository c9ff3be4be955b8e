import type { KnownResult, SeenStep } from '../calls/seenStep';

/** How much more often a call that waits for something may give the same: a build takes its time. */
const PATIENCE = 4;
/** How much more often a command that changes something may say nothing, and a check may pass. */
const BATCH = 2;
const SAID = { pending: PATIENCE, passed: BATCH, '': 1 } as const;

/** Characters up to which what an act gives only says what was done. */
const ECHO = 80;

/** Something was done, and nothing was shown of what came of it. */
export function isSilentAct({ call, result: { kind, text } }: SeenStep): boolean {
  return (
    call.effect.kind === 'acts' && kind !== 'failure' && (kind !== 'answer' || text.length < ECHO)
  );
}

/** What the code itself does wrong: it does so later as well. */
const OF_CODE =
  /\b(?:Assertion|Attribute|Import|Index|Key|ModuleNotFound|Name|Reference|Syntax|Type|Value)Error\b|\b[1-9]\d{0,5} fail(?:ing|ed)\b|\berror (?:TS\d|\[E\d)/;
const OF_OTHERS =
  /refused|ECONN|time[ds]?[ -]?out|not (?:yet )?(?:ready|up|available|running)|starting|unavailable/i;

function waitingHelps({ kind, text }: KnownResult): boolean {
  return kind !== 'failure' || !OF_CODE.test(text) || OF_OTHERS.test(text);
}

/** To wait and then to look is what a call does that waits and looks. */
function limitAfterWaiting({ isAwaited, result }: SeenStep, limit: number): number {
  return limit * (isAwaited && waitingHelps(result) ? PATIENCE : SAID[result.says]);
}

/** At how often the same result of a call is a loop; Infinity where being the same proves nothing. */
export function limitFor(seen: SeenStep, limit: number): number {
  const { call, result } = seen;
  switch (call.effect.kind) {
    case 'waits':
      return waitingHelps(result) ? limit * PATIENCE : limit;
    case 'acts':
      return isSilentAct(seen) ? Infinity : limitAfterWaiting(seen, limit);
    case 'changes':
      if (result.kind !== 'nothing' && result.kind !== 'done') return limit * SAID[result.says];
      return call.effect.isKnown ? limit * BATCH : Infinity;
    case 'looks':
    case 'reads':
      return limitAfterWaiting(seen, limit);
    case 'plans':
    case 'replaces':
    case 'writes':
      return limit * SAID[result.says];
    default:
      return call.effect satisfies never;
  }
}

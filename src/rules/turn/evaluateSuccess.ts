import { exitedCleanly, type ProcessEnd } from '../../model/turn/turn';
import { countOf } from '../../text/count';
import { parseStatements } from '../attempts/parseStatements';
import { isDoneReply } from './replyText';

/** Addition to a pass that the tests do not prove (design §9). */
const PASSED_BEFORE = 'not proved by the tests: they passed before';

/** What rule 3 looks at, as in `TurnEvidence`. */
export interface EndedWork {
  readonly agentEnd: ProcessEnd;
  readonly reply: string;
  readonly verification: { readonly end: ProcessEnd } | undefined;
  readonly passedBefore: boolean;
  readonly changedTests: number;
  readonly differsFromStart: boolean;
}

/** A task that is done; `reason` is one line for humans. */
export interface Success {
  readonly unverified: boolean;
  readonly reason: string;
}

/** Evaluates rule 3, doubts aside; undefined without success. */
export function evaluateSuccess(turn: EndedWork): Success | undefined {
  if (!exitedCleanly(turn.agentEnd)) return undefined;
  if (turn.verification === undefined) {
    return claimsDone(turn.reply)
      ? { unverified: true, reason: 'the agent says it is done; nothing verified it' }
      : undefined;
  }
  if (!exitedCleanly(turn.verification.end)) return undefined;
  if (turn.differsFromStart) return { unverified: false, reason: describePass(turn) };
  return claimsDone(turn.reply)
    ? { unverified: false, reason: 'verification passed and the agent says it was done already' }
    : undefined;
}

function describePass({ passedBefore, changedTests }: EndedWork): string {
  const facts = [
    'verification passed',
    ...(passedBefore ? [PASSED_BEFORE] : []),
    ...(changedTests > 0 ? [`${countOf(changedTests, 'test file')} changed`] : []),
  ];
  return facts.join('; ');
}

/** Whether the reply states that the task is done. With a blocker in the same reply, it only describes partial work. */
function claimsDone(reply: string): boolean {
  return isDoneReply(reply) && !isBlocked(reply);
}

/** Whether the reply names a blocker. */
export function isBlocked(reply: string): boolean {
  return parseStatements(reply).blocked.length > 0;
}

import { REPEATED_REQUEST } from '../../rules/requests/collaborationLoop';
import { hasEnded, isCounted, type TurnEnd, type TurnStart } from '../../model/turn/turn';
import type { TaskRecord } from '../../model/task/task';
import type { Store } from '../../ports/store';
import { requireTask } from '../state/requireTask';
import { HopRecorder } from '../turn/context/hopRecorder';
import type { TurnContext } from '../turn/context/turnFacts';
import { RefusedCallList } from '../steps/refusedCallList';
import type { RequestTools } from './requestTools';
import { RequestLedger, type MadeRequest } from './requestLedger';

/** What the conversations of a turn share, as it begins; `callsMade` have got their names elsewhere. */
export function openTools(context: TurnContext, callsMade = 0): RequestTools {
  const { deps, plan, config } = context;
  const root = requireTask(deps.store, plan.countsOn);
  const ledger = new RequestLedger({
    threshold: config.limits.loopThreshold,
    entropy: root.entropyCount,
    earlier: earlierRequests(deps.store, root),
  });
  const refused = new RefusedCallList();
  return {
    ...{ context, recorder: new HopRecorder(context), ledger, refused },
    nextCall: callNames(callsMade),
  };
}

/** Requests of counted turns since a human last stepped in or progress was made, oldest first. */
function earlierRequests(store: Store, { id, turnsBefore }: TaskRecord): readonly MadeRequest[] {
  const turns = store
    .listTurns(id)
    .filter(hasEnded)
    .filter((turn) => turn.number > turnsBefore && isCounted(turn.outcome));
  const last = turns.findLastIndex(({ outcome }) => outcome !== 'no_progress');
  return turns.slice(last + 1).flatMap(requestsOfTurn);
}

function requestsOfTurn({ number, hops = [] }: TurnStart & TurnEnd): readonly MadeRequest[] {
  return hops
    .filter(({ kind, outcome }) => kind === 'request' && outcome !== 'running')
    .map(({ from, to, request, outcome, answer, number: hop }) => ({
      ...{ from, to, request, at: `${number}/${hop}` },
      // The one that ended a turn as a loop could have been asked.
      refused: outcome === 'refused' && !answer.startsWith(REPEATED_REQUEST),
    }));
}

/**
 * Names the calls of one turn for their transcripts, in their order: "01-planner", "02-coder", …;
 * `made` calls came before.
 */
function callNames(made = 0): (name: string) => string {
  let calls = made;
  return (name) => {
    calls += 1;
    return `${String(calls).padStart(2, '0')}-${name}`;
  };
}

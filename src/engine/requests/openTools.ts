import { REPEATED_REQUEST } from '../../rules/requests/collaborationLoop';
import { type EndedTurn, selectCounted } from '../../model/turn/turn';
import type { TaskRecord } from '../../model/task/task';
import type { Store } from '../../ports/store';
import { requireTask } from '../state/requireTask';
import { HopRecorder } from '../turn/context/hopRecorder';
import type { TurnContext } from '../turn/context/turnFacts';
import { RefusedCallList } from '../steps/refusedCallList';
import type { RequestTools } from './requestTools';
import { RequestLedger, type MadeRequest } from './requestLedger';

/** Creates the shared tools of a turn's requests; `callsMade`: number of calls already named. */
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

/** Lists the requests of counted turns since the last intervention or progress, oldest first. */
function earlierRequests(store: Store, { id, turnsBefore }: TaskRecord): readonly MadeRequest[] {
  const turns = selectCounted(store.listTurns(id)).filter(({ number }) => number > turnsBefore);
  const last = turns.findLastIndex(({ outcome }) => outcome !== 'no_progress');
  return turns.slice(last + 1).flatMap(requestsOfTurn);
}

function requestsOfTurn({ number, hops = [] }: EndedTurn): readonly MadeRequest[] {
  return hops
    .filter(({ kind, outcome }) => kind === 'request' && outcome !== 'running')
    .map(({ from, to, request, outcome, answer, number: hop }) => ({
      ...{ from, to, request, at: `${number}/${hop}` },
      // A request that ended a turn as a loop was not refused.
      refused: outcome === 'refused' && !answer.startsWith(REPEATED_REQUEST),
    }));
}

/**
 * Creates names for the calls of one turn's transcripts, in order: "01-planner", "02-coder", …; after `made` earlier
 * calls.
 */
function callNames(made = 0): (name: string) => string {
  let calls = made;
  return (name) => {
    calls += 1;
    return `${String(calls).padStart(2, '0')}-${name}`;
  };
}

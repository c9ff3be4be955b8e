import type { TurnExit } from '../../model/turn/turn';
import type { MergedChange, MergeResult } from '../../ports/worktrees';
import { listSome } from '../../text/list';
import { withoutFullStop } from '../../text/sentence';
import type { TurnRun } from '../turn/calls/turnRun';
import { COULD_NOT_LAND } from '../scheduling/waitsToLand';

type Counted = Extract<TurnRun, { readonly kind: 'counted' }>;

/** The turn where nothing was written. */
export function withoutLanding(run: Counted, why: Exclude<MergeResult, MergedChange>): TurnRun {
  switch (why.kind) {
    case 'nothing':
      return run;
    case 'refused':
      return blocked(run, why.why);
    case 'conflict': {
      const { facts } = run;
      const exit = conflictExit(why.paths);
      return { ...run, facts: { ...facts, inside: { ...facts.inside, exit } } };
    }
    default:
      return why satisfies never;
  }
}

const MAX_NAMED = 10;

function conflictExit(paths: readonly string[]): TurnExit {
  const named = listSome(paths, MAX_NAMED);
  return {
    ...{ kind: 'ask_human', by: 'landing' },
    stopReason: `its change conflicts with the workspace in ${named}`,
  };
}

/** The turn counts nothing; the human removes what is in the way, and the task goes on. */
export function blocked({ facts }: Counted, why: string): TurnRun {
  const reason = `${COULD_NOT_LAND}: ${withoutFullStop(why)}`;
  return { kind: 'externalFailure', facts, handling: 'blocked', reason, remedy: REMEDY };
}

const REMEDY =
  'Remove what prevents the landing, then resume the task. The work is kept in the worktree of the task.';

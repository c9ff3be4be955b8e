import {
  isExplainedByChange,
  type TaskChanges,
} from '../../../rules/failure/external/isExplainedByChange';
import type { ExternalFailure } from '../../../rules/failure/external/externalFailure';
import { hasEnded, isCounted, MAX_CHANGED_FILES, type Turn } from '../../../model/turn/turn';
import type { TurnContext } from './turnFacts';

/**
 * Whether a change made for this task, in this turn or before, explains an apparently external failure. True if the
 * changes are too many to read.
 */
export async function causedByTask(
  context: TurnContext,
  failure: ExternalFailure,
  changedFiles: readonly string[],
): Promise<boolean> {
  const changes = await taskChanges(context, changedFiles);
  return changes === undefined || isExplainedByChange(failure, changes);
}

/** Collects the changes made for this task; undefined if they are too many to read. */
export async function taskChanges(
  { deps, plan }: TurnContext,
  changedFiles: readonly string[],
): Promise<TaskChanges | undefined> {
  const { workspace, store } = deps;
  const earlier = store.listTurns(plan.countsOn).filter(hasEnded);
  const changes = [changedFiles, ...earlier.map((turn) => turn.changedFiles)];
  if (changes.some((files) => files.length >= MAX_CHANGED_FILES)) return undefined;
  const files = [...new Set(changes.flat())];
  const texts = new Map<string, string>();
  for (const file of files.slice(0, MAX_CHANGED_FILES)) {
    const text = await workspace.readText(file);
    if (text !== undefined) texts.set(file, text);
  }
  const manifests = [...(await workspace.dependencies())];
  return {
    goal: `${plan.task.title}\n${plan.task.goal}`,
    files,
    texts,
    declared: new Set(manifests.map((entry) => entry.slice(entry.indexOf(':') + 1))),
    permittedBefore: earlier.some(verifiedWithoutDenial),
  };
}

function verifiedWithoutDenial(turn: Turn): boolean {
  return (
    hasEnded(turn) &&
    isCounted(turn.outcome) &&
    turn.verification !== undefined &&
    turn.failure?.errorType !== 'permission'
  );
}

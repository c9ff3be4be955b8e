import { hasEnded } from '../../domain/turn';
import type { TurnContext } from './turnFacts';

/** Changed files whose text is looked at; a change as big as that explains nothing by itself. */
const MAX_TEXTS = 200;

/** What was changed on the turn's task, this turn included, with the text of those files. */
export async function taskChanges(
  { deps, plan }: TurnContext,
  changedFiles: readonly string[],
): Promise<{ readonly files: readonly string[]; readonly texts: ReadonlyMap<string, string> }> {
  const earlier = deps.store
    .listTurns(plan.countsOn)
    .filter(hasEnded)
    .flatMap((turn) => turn.changedFiles);
  const files = [...new Set([...changedFiles, ...earlier])];
  const texts = new Map<string, string>();
  for (const file of files.slice(0, MAX_TEXTS)) {
    const text = await deps.workspace.readText(file);
    if (text !== undefined) texts.set(file, text);
  }
  return { files, texts };
}

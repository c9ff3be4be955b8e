import { join } from 'node:path';
import type { DevsAppParts } from '../lease/devsAppParts';

/**
 * What the agents of a turn printed, as `App.transcripts` says. A name in the state is not believed: it
 * is looked for among the files that are there.
 */
export async function findAgentTranscripts(
  { state, stateFiles }: Pick<DevsAppParts, 'state' | 'stateFiles'>,
  { taskId, turn }: { readonly taskId: string; readonly turn: number },
): Promise<readonly string[]> {
  const summaries = (await state.read()).listTurnSummaries();
  const id = summaries.findLast((each) => each.taskId === taskId && each.number === turn)?.id;
  if (id === undefined) return [];
  const files = await stateFiles.listTranscripts();
  return files
    .filter(({ turnId, name }) => turnId === id && name.endsWith('.agent.log'))
    .map(({ name }) => join(state.directory, ...name.split('/')))
    .sort();
}

import { join } from 'node:path';
import type { DevsAppParts } from '../lease/devsAppParts';

/**
 * Implements `App.transcripts`. File names recorded in the state are untrusted: only files that
 * exist in the directory are returned.
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

import type { AgentQuestion, QuestionRequest } from '../../model/tools/agentQuestion';
import { NOBODY } from '../../engine/tools/agentTools';
import type { Answer } from '../../ports/answer';
import type { InboxRequest, WorkspaceState } from '../../ports/workspaceState';
import { toRefusal } from '../lease/refusals';

type ReadState = Pick<WorkspaceState, 'read' | 'onDidChange'>;

/** Asks a run, wherever it is. */
type AskRun = (request: InboxRequest) => Promise<Answer>;

/** Implements `App.askHuman`: the run shows the question, and the answer is read from the state. */
export async function askHuman(
  { state, askRun }: { readonly state: ReadState; readonly askRun: AskRun },
  request: QuestionRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const asked = await askRun({ type: 'ask', ...request });
  if (!asked.ok) return asked;
  const about = { turnId: request.turnId, id: asked.message };
  const withdraw = (): Promise<Answer> =>
    askRun({ type: 'withdrawQuestion', taskId: request.taskId, id: about.id });
  const ended = await waitForEnd(state, about, signal).catch(async (error: unknown) => {
    await withdraw();
    throw error;
  });
  if (signal.aborted) await withdraw();
  if (ended?.outcome === 'answered') return { ok: true, message: ended.answer ?? '' };
  if (ended?.outcome === 'timed_out') return toRefusal(NOBODY);
  return toRefusal('The turn is over, so nobody can answer any more.');
}

/** Resolves with the question when it has ended; with undefined when its turn is over, or `signal` aborts. */
function waitForEnd(
  state: ReadState,
  { turnId, id }: { readonly turnId: string; readonly id: string },
  signal: AbortSignal,
): Promise<AgentQuestion | undefined> {
  return new Promise((resolve, reject) => {
    const forget = (): void => {
      watch.dispose();
      signal.removeEventListener('abort', stop);
    };
    const end = (question?: AgentQuestion): void => {
      forget();
      resolve(question);
    };
    const stop = (): void => end();
    const fail = (error: Error): void => {
      forget();
      reject(error);
    };
    const check = async (): Promise<void> => {
      const store = await state.read();
      const question = store.getRunningSteps(turnId)?.questions?.find((each) => each.id === id);
      const turn = store.listTurnSummaries().find((each) => each.id === turnId);
      if (question?.outcome !== undefined) end(question);
      else if (turn?.outcome !== 'running') end();
    };
    const watch = state.onDidChange(() => void check().catch(fail));
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    else void check().catch(fail);
  });
}

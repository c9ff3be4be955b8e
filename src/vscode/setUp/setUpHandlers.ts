import { createTaskId } from '../../model/task/taskId';
import type { Answer } from '../../ports/answer';
import type { Done } from '../../protocol/messages';
import type { SetUpRequests } from '../../protocol/setUp/setUpMessages';
import type { FolderApp } from '../folders/folderApp';
import type { PageHandlers } from '../pages/answerPage';
import type { FolderActions } from '../run/folderActions';
import { pageWords } from '../text/editorWords';
import type { SetUpSession } from './setUpSession';

/** Dependencies of the handlers. */
export interface SetUpContext {
  readonly trust: { readonly granted: boolean; readonly reason: string };
  readonly session: Pick<SetUpSession, 'snapshot' | 'refresh' | 'try' | 'stop'>;
  /** The folder's app as it is now; only asked for in a trusted workspace. */
  readonly folder: () => FolderApp;
  readonly actions: Pick<FolderActions, 'run' | 'change' | 'addTasks'>;
  /** Whether the editor has unsaved changes of the folder's `devs.yaml`. */
  readonly isUnsaved: (folder: FolderApp) => boolean;
  readonly openConfig: (folder: FolderApp, line?: number) => Promise<Answer>;
  readonly openDashboard: (folder: FolderApp) => Promise<unknown>;
  /** Opens the dashboard where the first task that needs the user is answered. */
  readonly decide: (folder: FolderApp) => Promise<unknown>;
}

type Outcome =
  | { readonly ok: true; readonly result: Done }
  | { readonly ok: false; readonly message: string };

const UNSAVED =
  'devs.yaml has unsaved changes in an editor. Save or revert them, then try again; nothing was changed.';

/** Answers every request of the set-up page. */
export function setUpHandlers(context: SetUpContext): PageHandlers<SetUpRequests> {
  const { trust, session, actions } = context;
  const act = async (action: (folder: FolderApp) => Promise<Answer>): Promise<Outcome> => {
    if (!trust.granted) return { ok: false, message: trust.reason };
    return toOutcome(await action(context.folder()));
  };
  /** Changes the file: the page then shows what it says, so that a message would only repeat it. */
  const change = (action: (folder: FolderApp) => Promise<Answer>): Promise<Outcome> =>
    act(async (folder) => {
      const answer = context.isUnsaved(folder)
        ? { ok: false, message: UNSAVED }
        : await action(folder);
      await session.refresh();
      return answer.ok ? { ok: true, message: '' } : answer;
    });
  return {
    ready: async () => {
      if (!trust.granted) return { ok: false, message: trust.reason };
      await session.refresh();
      return { ok: true, result: await session.snapshot() };
    },
    create: () => change(({ app }) => app.init()),
    checkAgain: () =>
      act(async () => {
        const { agent } = await session.refresh();
        return { ok: true, message: agent.says };
      }),
    chooseAgent: ({ name }) => change((folder) => actions.change(folder, { kind: 'agent', name })),
    tryVerify: ({ command }) =>
      act(() => {
        const refusal = session.try(command);
        return Promise.resolve(
          refusal === undefined ? { ok: true, message: '' } : { ok: false, message: refusal },
        );
      }),
    stopTrial: () => {
      session.stop();
      return Promise.resolve({ ok: true, result: { message: '' } });
    },
    useVerify: ({ command }) =>
      change((folder) => actions.change(folder, { kind: 'verify', command })),
    addTask: ({ title, goal }) =>
      change(async (folder) => {
        const taken = (await folder.refresh()).tasks.map(({ id }) => id);
        return actions.addTasks(folder, [{ id: createTaskId(title, taken), title, goal }]);
      }),
    run: () =>
      act(async (folder) => {
        await context.openDashboard(folder);
        return actions.run(folder);
      }),
    decide: () =>
      act(async (folder) => {
        await context.decide(folder);
        return { ok: true, message: '' };
      }),
    openConfig: ({ line }) => act((folder) => context.openConfig(folder, line)),
  };
}

function toOutcome({ ok, message }: Answer): Outcome {
  return ok ? { ok, result: { message: pageWords(message) } } : { ok, message };
}

import assert from 'node:assert/strict';
import type { GuardedSession } from '../../../../src/model/guard/guardedSession';
import { sessionHandlers } from '../../../../src/vscode/dashboard/sessionHandlers';
import type { FolderApp } from '../../../../src/vscode/folders/folderApp';
import type { SessionActions } from '../../../../src/vscode/guard/sessionActions';
import type { ActionAnswer } from '../../../../src/vscode/notifications/showAnswer';
import { session } from './samples';

/** Handlers of a folder with the session `claude.s1.jsonl`; `answer` is what its rewind comes to. */
function create(answer: ActionAnswer | undefined) {
  const rewound: string[] = [];
  const sessions = {
    find: (_folder: unknown, key: string) => (key === 'claude.s1.jsonl' ? session() : undefined),
    rewind: ({ id }: GuardedSession) => {
      rewound.push(id);
      return Promise.resolve(answer);
    },
  } as Partial<SessionActions> as SessionActions;
  const handlers = sessionHandlers({
    sessions,
    act: async (action) => {
      const { ok, message } = (await action({} as FolderApp)) ?? { ok: true, message: '' };
      return ok ? { ok, result: { message } } : { ok, message };
    },
  });
  return { handlers, rewound };
}

describe('the request to rewind a guarded session', () => {
  it('rewinds the session that it names, and says nothing when the user cancelled', async () => {
    const { handlers, rewound } = create(undefined);
    assert.deepEqual(await handlers.rewindSession({ session: 'claude.s1.jsonl' }), {
      ok: true,
      result: { message: '' },
    });
    assert.deepEqual(rewound, ['s1']);
  });

  it('is refused for a session that is gone, and as the rewind is', async () => {
    const { handlers, rewound } = create({ ok: false, message: 'The agent works.' });
    assert.deepEqual(await handlers.rewindSession({ session: 'claude.s2.jsonl' }), {
      ok: false,
      message: 'This session is no longer listed.',
    });
    assert.deepEqual(rewound, []);
    assert.deepEqual(await handlers.rewindSession({ session: 'claude.s1.jsonl' }), {
      ok: false,
      message: 'The agent works.',
    });
  });
});

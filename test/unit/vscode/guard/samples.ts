import type { WorkspaceFolder } from 'vscode';
import type { GuardedLoop, GuardedSession } from '../../../../src/model/guard/guardedSession';
import type { FolderSessions, WatchedSession } from '../../../../src/vscode/guard/sessionWatch';

/** A loop at which Devs ended the turn, unless it says otherwise. */
export function loop(change: Partial<GuardedLoop> = {}): GuardedLoop {
  return {
    at: '2026-11-28T09:00:00.000Z',
    step: 9,
    message: 'Bash npm test gave the same result 4 times',
    advice: 'Run `devs replay` and look at `cart.test.js`.',
    answer: 'end',
    ...change,
  };
}

/** A session of Claude Code in `/shop/packages/cart`. */
export function session(change: Partial<GuardedSession> = {}): GuardedSession {
  return {
    ...{ agent: 'claude', id: 's1', file: '/state/sessions/claude.s1.jsonl', status: 'working' },
    ...{ folder: '/shop/packages/cart', asked: 'Fix it.', steps: 11, recent: [], loops: [] },
    ...{ startedAt: '2026-11-28T08:00:00.000Z', lastAt: '2026-11-28T09:01:00.000Z' },
    ...change,
  };
}

/** One that Devs stopped. */
export const stopped = session({ status: 'stopped', needsYou: true, loops: [loop()] });

/** One that Devs stopped and that ended at once, as `claude -p` does. */
export const stoppedAndEnded = session({ ...stopped, status: 'ended', wasStopped: true });

/** The same once its user has seen that. */
export const stoppedAndSeen = session({ status: 'ended', wasStopped: true, loops: [loop()] });

/** These sessions in a workspace folder, by default `/shop`. */
export function inFolder(sessions: readonly WatchedSession[], root = '/shop'): FolderSessions {
  const uri = { toString: () => `file://${root}` };
  return { folder: { uri, name: 'shop' } as unknown as WorkspaceFolder, root, sessions };
}

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { WorkspaceStateOptions } from '../../../src/platform/state/openWorkspaceState';
import type { Order } from './actor';

/** A running `actor.ts`. */
export interface Actor {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Sends an order and resolves with the next message. */
  tell(order: Order): Promise<unknown>;
  /** Sends a signal; after a deadly one resolves when the process has ended. */
  kill(): Promise<void>;
}

export function startActor(options: WorkspaceStateOptions): Actor {
  const child = fork(join(__dirname, 'actor.ts'), [JSON.stringify(options)], {
    execArgv: ['--import', 'tsx'],
  });
  return {
    child,
    pid: child.pid ?? 0,
    tell: async (order) => {
      const answer = once(child, 'message');
      child.send(order);
      const [message] = (await answer) as unknown[];
      return message;
    },
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

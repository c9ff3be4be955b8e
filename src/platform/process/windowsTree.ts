import { spawn } from 'node:child_process';
import type { ProcessTree } from './processTree';

/** Arguments of `taskkill` that end a process and all its descendants by force. */
export function taskkillArguments(pid: number): readonly string[] {
  return ['/T', '/F', '/PID', String(pid)];
}

/** The tree below `pid` on Windows. After the root has ended by itself there is nothing to end. */
export function createWindowsTree(pid: number): ProcessTree {
  let rootAlive = true;
  return {
    rootEnded() {
      rootAlive = false;
    },
    end: () => (rootAlive ? taskkill(pid) : Promise.resolve(0)),
  };
}

function taskkill(pid: number): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn('taskkill', taskkillArguments(pid), { stdio: 'ignore', windowsHide: true });
    child.once('error', () => {
      resolve(1);
    });
    // 128: there is no such process any more.
    child.once('exit', (code) => {
      resolve(code === 0 || code === 128 ? 0 : 1);
    });
  });
}

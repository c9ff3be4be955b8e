import { linuxProcessTable } from './linuxProcessTable';
import type { ProcessTable } from './processEntry';
import { createProcessTree, type ProcessTree, type TreeOptions } from './processTree';
import { psProcessTable } from './psProcessTable';
import { spawn } from 'node:child_process';

/** The process table of this system; not for Windows. */
const processTable: ProcessTable =
  process.platform === 'linux' ? linuxProcessTable : psProcessTable;

/** Process id and start time, which together identify a process; `start` is '' on Windows. */
export interface RootProcess {
  readonly pid: number;
  readonly start: string;
}

/** Describes a process that was just started and cannot have been replaced yet. */
export function describeRoot(pid: number): RootProcess {
  const start = process.platform === 'win32' ? '' : (processTable.startOf(pid) ?? '');
  return { pid, start };
}

/** The tree of `root` on this system; without a root, all processes with the marker. */
export function openTree(options: Omit<TreeOptions, 'table'>): ProcessTree {
  const { root } = options;
  if (process.platform !== 'win32') return createProcessTree({ ...options, table: processTable });
  return root === undefined ? nothing : createWindowsTree(root.pid);
}

const nothing: ProcessTree = { rootEnded: () => undefined, end: () => Promise.resolve(0) };

/** Arguments of `taskkill` that end a process and all its descendants by force. */
export function taskkillArguments(pid: number): readonly string[] {
  return ['/T', '/F', '/PID', String(pid)];
}

/** The tree below `pid` on Windows. After the root has ended by itself there is nothing to end. */
function createWindowsTree(pid: number): ProcessTree {
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

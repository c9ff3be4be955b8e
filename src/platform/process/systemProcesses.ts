import { linuxProcessTable } from './linuxProcessTable';
import type { ProcessTable } from './processEntry';
import { createProcessTree, type ProcessTree } from './processTree';
import { psProcessTable } from './psProcessTable';
import { createWindowsTree } from './windowsTree';

/** The process table of this system; not for Windows. */
const processTable: ProcessTable =
  process.platform === 'linux' ? linuxProcessTable : psProcessTable;

/** A root process as the supervisor reports it; `start` is '' on Windows. */
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
export function openTree(root: RootProcess | undefined, marker: string): ProcessTree {
  if (process.platform !== 'win32') {
    return createProcessTree({ root, marker, table: processTable });
  }
  return root === undefined ? nothing : createWindowsTree(root.pid);
}

const nothing: ProcessTree = { rootEnded: () => undefined, end: () => Promise.resolve(0) };

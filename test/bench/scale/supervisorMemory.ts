import { readFileSync } from 'node:fs';

const EVERY_MS = 500;

/** Watches the supervisors of one `devs`; on Linux alone, elsewhere it sees none. */
export interface MemoryWatch {
  /** Ends watching; the most memory that they had at once, in bytes, pages that several share counted once. */
  stop(): number;
}

/** Watches them from now on: the programs of Devs beside its own process, without agents and verifications. */
export function watchSupervisors(devs: number): MemoryWatch {
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, memoryOf(devs))), EVERY_MS);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
}

function memoryOf(devs: number): number {
  return childrenOf(devs)
    .flatMap((child) => [child, ...childrenOf(child)].filter(isSupervisorOrAbove))
    .reduce((sum, pid) => sum + shareOf(pid), 0);
}

/** A subreaper holds a supervisor; agents are below it. */
function isSupervisorOrAbove(pid: number): boolean {
  return isSupervisor(pid) || childrenOf(pid).some(isSupervisor);
}

function isSupervisor(pid: number): boolean {
  return read(pid, 'cmdline').startsWith('devs-supervisor');
}

function childrenOf(pid: number): readonly number[] {
  return read(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

function shareOf(pid: number): number {
  const [, kib = '0'] = /^Pss:\s+(\d+) kB$/m.exec(read(pid, 'smaps_rollup')) ?? [];
  return Number(kib) * 1024;
}

/** Empty once the process is gone. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

import { hostname } from 'node:os';
import { errorCode } from './diskError';
import type { ProcessFact, ProcessIdentity } from './leaseRules';
import { operatingSystem } from './operatingSystem';

let own: Promise<ProcessIdentity> | undefined;

/** The identity of this process, found out once. */
export function ownIdentity(): Promise<ProcessIdentity> {
  own ??= readOwnIdentity();
  return own;
}

/** Whether a process id of this machine is taken, and since when. Never rejects. */
export async function askSystem(pid: number): Promise<ProcessFact> {
  if (!exists(pid)) return { kind: 'gone' };
  const started = await operatingSystem.startOf(pid);
  if (started === 'zombie') return { kind: 'gone' };
  return started === '' && !exists(pid) ? { kind: 'gone' } : { kind: 'there', started };
}

/** Cheap: whether the process id is taken by anybody. */
export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there and somebody else's.
    return errorCode(error) !== 'ESRCH';
  }
}

async function readOwnIdentity(): Promise<ProcessIdentity> {
  const [started, boot, machine, pidNamespace] = await Promise.all([
    operatingSystem.startOf(process.pid),
    operatingSystem.boot(),
    operatingSystem.machine(),
    operatingSystem.pidNamespace(),
  ]);
  return { pid: process.pid, started, host: hostname(), machine, boot, pidNamespace };
}

import { hostname } from 'node:os';
import { errorCode } from '../files/diskError';
import type { ProcessFact, ProcessIdentity } from './leaseRules';
import { operatingSystem } from './operatingSystem';

let own: Promise<ProcessIdentity> | undefined;

/** Identity of this process, determined once. */
export function ownIdentity(): Promise<ProcessIdentity> {
  own ??= readOwnIdentity();
  return own;
}

/** Milliseconds for which the answer of a slow system is cached. */
const RECENT = 5_000;
const recent = new Map<number, { readonly started: string; readonly at: number }>();

/**
 * Whether a process id of this machine exists, and its start time. Never rejects. On a slow
 * system, a recent answer that equals `expected` is reused: this can only make a dead process look
 * alive for a moment, never the reverse.
 */
export async function findProcess(pid: number, expected: string): Promise<ProcessFact> {
  if (!exists(pid)) return { kind: 'gone' };
  const known = recent.get(pid);
  if (known?.started === expected && performance.now() - known.at < RECENT) {
    return { kind: 'there', started: expected };
  }
  const fact = await queryProcess(pid);
  if (operatingSystem.isSlow && fact.kind === 'there' && fact.started !== '') {
    recent.set(pid, { started: fact.started, at: performance.now() });
  }
  return fact;
}

async function queryProcess(pid: number): Promise<ProcessFact> {
  const started = await operatingSystem.startOf(pid);
  if (started === 'zombie') return { kind: 'gone' };
  return started === '' && !exists(pid) ? { kind: 'gone' } : { kind: 'there', started };
}

/** Whether any process has the id; cheap. */
export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
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

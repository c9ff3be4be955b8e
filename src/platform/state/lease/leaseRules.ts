import type { LeaseHolder } from '../../../model/workspace/leaseHolder';

/** What tells one process from every other one, on this machine and elsewhere. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in whatever form the system tells it; '' when it does not. */
  readonly started: string;
  /** Name of the computer, for humans. */
  readonly host: string;
  /** What makes the computer the same one after it was started anew. */
  readonly machine: string;
  /** Which run of the computer; '' where the system cannot tell reliably. */
  readonly boot: string;
  /** Which process ids it sees (Linux containers); '' elsewhere. */
  readonly pidNamespace: string;
}

/** Content of an epoch file: who took the lease. */
export interface LeaseRecord extends ProcessIdentity {
  /** Unique for each attempt to take the lease. */
  readonly token: string;
  readonly who: LeaseHolder['who'];
  /** ISO 8601, UTC. */
  readonly since: string;
}

/** What the system says about a process id, seen from here. */
export type ProcessFact =
  | { readonly kind: 'gone' }
  /** `started` is '' where that cannot be told. */
  | { readonly kind: 'there'; readonly started: string };

/** The epochs of a lease folder: nobody holds any but the highest. */
export interface Epochs {
  /** 0 when there is none. */
  readonly highest: number;
  readonly released: boolean;
}

const EPOCH_NAME = /^([1-9]\d{0,14})(\.released)?$/;

/** Names an epoch's file, while it is held and once it is given up. */
export function epochName(epoch: number, state: 'held' | 'released' = 'held'): string {
  return state === 'held' ? String(epoch) : `${epoch}.released`;
}

/** The epoch that a file name stands for; undefined for any other file. */
export function parseEpochName(name: string): number | undefined {
  const digits = EPOCH_NAME.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Reads a listing: an epoch is released as soon as its released name is there, whatever else is. */
export function readEpochs(names: readonly string[]): Epochs {
  const highest = Math.max(0, ...names.flatMap((name) => parseEpochName(name) ?? []));
  return { highest, released: names.includes(epochName(highest, 'released')) };
}

/** True when `epoch` is the one that holds: the highest, and not given up. */
export function isHolding(names: readonly string[], epoch: number): boolean {
  const { highest, released } = readEpochs(names);
  return highest === epoch && !released;
}

/** Lower epochs that are kept, so that a listing torn by changes still shows high numbers. */
const KEPT = 3;

/** The files that nothing depends on any more, once `epoch` is the highest. */
export function listSuperseded(names: readonly string[], epoch: number): readonly string[] {
  return names.filter((name) => (parseEpochName(name) ?? epoch) < epoch - KEPT);
}

/**
 * What must be asked of the system to know whether a holder lives. Never its age: a process that
 * slept over the weekend still holds. Whoever cannot be seen from here counts as alive.
 */
export function assessLiveness(
  holder: ProcessIdentity,
  self: ProcessIdentity,
): 'alive' | 'dead' | 'unknown' {
  const sameRun = holder.boot !== '' && holder.boot === self.boot;
  if (!sameRun) {
    if (holder.machine !== self.machine) return 'alive';
    if (holder.boot !== '' && self.boot !== '') return 'dead';
  }
  if (holder.pidNamespace !== self.pidNamespace) return 'alive';
  if (holder.pid !== self.pid) return 'unknown';
  return isDead(holder, { kind: 'there', started: self.started }) ? 'dead' : 'alive';
}

/** Dead only by proof: its id is gone, or another process has it now. */
export function isDead(holder: ProcessIdentity, fact: ProcessFact): boolean {
  if (fact.kind === 'gone') return true;
  return fact.started !== '' && holder.started !== '' && fact.started !== holder.started;
}

/** The part of a record that humans are shown. */
export function toHolder({ pid, who, host, since }: LeaseRecord): LeaseHolder {
  return { pid, who, host, since };
}

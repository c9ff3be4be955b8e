import type { HolderPlace, LeaseHolder } from '../../../model/workspace/leaseHolder';

/** Identifies a process among all processes, on this machine and others. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start time in the system's own format; '' if unknown. */
  readonly started: string;
  /** Name of the computer, for humans. */
  readonly host: string;
  /** Identifies the computer across restarts. */
  readonly machine: string;
  /** Identifies the boot of the computer; '' where the system cannot tell reliably. */
  readonly boot: string;
  /** Namespace of process ids (Linux containers); '' elsewhere. */
  readonly pidNamespace: string;
}

/** Content of an epoch file: the process that took the lease. */
export interface LeaseRecord extends ProcessIdentity {
  /** Unique for each attempt to take the lease. */
  readonly token: string;
  readonly who: LeaseHolder['who'];
  /** ISO 8601, UTC. */
  readonly since: string;
}

/** State of a process id on this machine. */
export type ProcessFact =
  | { readonly kind: 'gone' }
  /** `started` is '' if unknown. */
  | { readonly kind: 'there'; readonly started: string };

/** Epochs in a lease folder; only the highest can be held. */
export interface Epochs {
  /** 0 if there is none. */
  readonly highest: number;
  readonly released: boolean;
}

const EPOCH_NAME = /^([1-9]\d{0,14})(\.released)?$/;

/** File name of an epoch, held or released. */
export function epochName(epoch: number, state: 'held' | 'released' = 'held'): string {
  return state === 'held' ? String(epoch) : `${epoch}.released`;
}

/** Epoch number of a file name; undefined for other files. */
export function parseEpochName(name: string): number | undefined {
  const digits = EPOCH_NAME.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Parses a listing. An epoch is released once its released name exists, regardless of other names. */
export function readEpochs(names: readonly string[]): Epochs {
  const highest = Math.max(0, ...names.flatMap((name) => parseEpochName(name) ?? []));
  return { highest, released: names.includes(epochName(highest, 'released')) };
}

/** Whether `epoch` is the highest and not released. */
export function isHolding(names: readonly string[], epoch: number): boolean {
  const { highest, released } = readEpochs(names);
  return highest === epoch && !released;
}

/** Number of lower epochs kept, so that a listing read during changes still shows high numbers. */
const KEPT = 3;

/** Files that are obsolete once `epoch` is the highest. */
export function listSuperseded(names: readonly string[], epoch: number): readonly string[] {
  return names.filter((name) => (parseEpochName(name) ?? epoch) < epoch - KEPT);
}

/**
 * Whether a holder is alive by its identity alone; 'unknown' if the system must be asked for its
 * process. Age is no criterion: a process that slept over the weekend still holds. A process that
 * is invisible from here counts as alive.
 */
export function assessLiveness(
  holder: ProcessIdentity,
  self: ProcessIdentity,
): 'alive' | 'dead' | 'unknown' {
  const place = placeOf(holder, self);
  if (place === 'otherComputer') return 'alive';
  if (holder.boot !== self.boot && holder.boot !== '' && self.boot !== '') return 'dead';
  if (place === 'otherContainer') return 'alive';
  if (holder.pid !== self.pid) return 'unknown';
  return isDead(holder, { kind: 'there', started: self.started }) ? 'dead' : 'alive';
}

/** Where a process is, as seen from another. */
export function placeOf(holder: ProcessIdentity, self: ProcessIdentity): HolderPlace {
  const sameRun = holder.boot !== '' && holder.boot === self.boot;
  if (!sameRun && holder.machine !== self.machine) return 'otherComputer';
  return holder.pidNamespace === self.pidNamespace ? 'here' : 'otherContainer';
}

/** Whether the process provably ended: its id is free or belongs to another process. */
export function isDead(holder: ProcessIdentity, fact: ProcessFact): boolean {
  if (fact.kind === 'gone') return true;
  return fact.started !== '' && holder.started !== '' && fact.started !== holder.started;
}

/** The part of a record that is shown to users. */
export function toHolder({ pid, who, host, since }: LeaseRecord): LeaseHolder {
  return { pid, who, host, since };
}

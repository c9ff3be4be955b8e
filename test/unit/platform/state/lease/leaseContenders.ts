import { link } from 'node:fs/promises';
import { openLease, type Lease } from '../../../../../src/platform/state/lease/openLease';
import type { ProcessIdentity } from '../../../../../src/platform/state/lease/leaseRules';

/** A made-up process: it can die at any step, and then never takes another one. */
export class Process {
  readonly death: Promise<void>;
  private announce: () => void = () => undefined;
  private living = true;

  /** `namespace`: of process ids; processes of another one are not visible. */
  constructor(
    readonly pid: number,
    private readonly namespace = 'ns',
  ) {
    this.death = new Promise((resolve) => {
      this.announce = resolve;
    });
  }

  get alive(): boolean {
    return this.living;
  }

  die(): void {
    this.living = false;
    this.announce();
  }

  identity(): ProcessIdentity {
    return {
      pid: this.pid,
      started: `start-${this.pid}`,
      host: 'desk',
      machine: 'desk',
      boot: 'boot',
      pidNamespace: this.namespace,
    };
  }
}

/** Waits between two steps of taking a lease. */
export type Pause = (step: string) => Promise<void>;

export interface LeasePlace {
  readonly directory: string;
  /** Whether the file system knows second names of a file. */
  readonly hasLinks: boolean;
}

const never = new Promise<never>(() => undefined);
const noLinks = Object.assign(new Error('EPERM: link'), { code: 'EPERM' });

/** The lease as a made-up process sees it, among all that there are. */
export function leaseIn(
  { directory, hasLinks }: LeasePlace,
  process: Process,
  all: readonly Process[],
  pause: Pause = () => Promise.resolve(),
): Lease {
  return openLease({
    directory,
    who: 'terminal',
    now: () => new Date(0),
    surroundings: {
      identity: () => Promise.resolve(process.identity()),
      findProcess: (pid) =>
        Promise.resolve(
          all.find((other) => other.pid === pid)?.alive === true
            ? { kind: 'there', started: `start-${pid}` }
            : { kind: 'gone' },
        ),
      pause: async (step) => {
        await pause(step);
        if (!process.alive) await never;
      },
      link: hasLinks ? link : () => Promise.reject(noLinks),
      wait: () => new Promise((resolve) => setImmediate(resolve)),
    },
  });
}

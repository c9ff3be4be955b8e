/** A process of Devs that acts on a workspace. */
export interface Actor {
  readonly pid: number;
  /** 'window' for a VS Code window, 'terminal' for the `devs` command. */
  readonly who: 'window' | 'terminal';
  readonly host: string;
}

/** Devs itself, when it returns files at a pivot. */
export interface PivotActor {
  readonly who: 'devs';
  /** `pivotCount` of the pivot. */
  readonly pivot: number;
}

/** Who changes the files or the status of a task. */
export type Initiator = Actor | PivotActor;

/** The holder of the lease: the only process that may write the state. */
export interface LeaseHolder extends Actor {
  /** ISO 8601, UTC. */
  readonly since: string;
}

/**
 * Where the process of a holder is: visible from here, or in another container (another namespace of
 * process ids on this computer), or on another computer, as which a replaced container looks, too.
 */
export type HolderPlace = 'here' | 'otherContainer' | 'otherComputer';

/** What is known about the holder of the lease. */
export interface LeaseFacts {
  readonly holder: LeaseHolder;
  /** `here`: it is alive. Elsewhere nothing tells whether it still is, so it counts as alive. */
  readonly place: HolderPlace;
  /** Number of the lease; that of the next holder is higher. */
  readonly epoch: number;
  /** Absolute path of the file that names the holder. */
  readonly file: string;
  /** When the state was last written, ISO 8601, UTC; absent if it never was. */
  readonly lastWrite?: string;
}

/** Describes the lease holder: "a terminal", "a VS Code window"; for a reader in a window "another window". */
export function describeHolder(
  { who }: Pick<LeaseHolder, 'who'>,
  reader: 'window' | 'elsewhere' = 'elsewhere',
): string {
  if (who === 'terminal') return 'a terminal';
  return reader === 'window' ? 'another window' : 'a VS Code window';
}

/** Describes the lease holder so that its process can be found: "a terminal (pid 42 on laptop)". */
export function identifyHolder(holder: Pick<LeaseHolder, 'who' | 'pid' | 'host'>): string {
  return `${describeHolder(holder)} (pid ${holder.pid} on ${holder.host})`;
}

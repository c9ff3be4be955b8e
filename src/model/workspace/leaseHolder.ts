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

/** Describes the lease holder: "a terminal (pid 42 on laptop)"; for a reader in a window "another window". */
export function describeHolder(
  { who, pid, host }: Pick<LeaseHolder, 'who' | 'pid' | 'host'>,
  reader: 'window' | 'elsewhere' = 'elsewhere',
): string {
  const place = who === 'terminal' ? 'a terminal' : undefined;
  return reader === 'window'
    ? (place ?? 'another window')
    : `${place ?? 'a VS Code window'} (pid ${pid} on ${host})`;
}

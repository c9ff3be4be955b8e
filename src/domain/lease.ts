/** Somebody who does something to a workspace: one process of Devs. */
export interface Actor {
  readonly pid: number;
  /** 'window' for a VS Code window, 'terminal' for the `devs` command. */
  readonly who: 'window' | 'terminal';
  readonly host: string;
}

/** Who holds the workspace: the only one who may write its state. */
export interface LeaseHolder extends Actor {
  /** ISO 8601, UTC. */
  readonly since: string;
}

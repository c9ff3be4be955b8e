/** Who holds the workspace: the only one who may write its state. */
export interface LeaseHolder {
  readonly pid: number;
  /** 'window' for a VS Code window, 'terminal' for the `devs` command. */
  readonly who: 'window' | 'terminal';
  readonly host: string;
  /** ISO 8601, UTC. */
  readonly since: string;
}

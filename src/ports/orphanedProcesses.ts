/** Ends the processes that turns of a killed runner left running. */
export interface OrphanedProcesses {
  /** Resolves when the system lists no process of these turns. Never rejects. */
  end(turnIds: readonly string[]): Promise<void>;
}

/** Ends the processes that turns of a killed runner left running. */
export interface OrphanedProcesses {
  /** Resolves when no process of these turns is left that the system shows. Never rejects. */
  end(turnIds: readonly string[]): Promise<void>;
}

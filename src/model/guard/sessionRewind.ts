/** Why a session without a checkpoint cannot be rewound. */
export const NO_SESSION_CHECKPOINTS =
  'Devs has no checkpoint of this session. It records one at each prompt and each stop of a session in a git repository.';

/** A rewind or redo of a session's files, recorded before the first file changes. */
export interface SessionRewind {
  /** Letters, digits and dashes. */
  readonly rewind: string;
  readonly what: 'rewind' | 'redo';
  /** Number of the turn after which the files are as they are restored; 0: before the first one, and for a redo. */
  readonly toTurn: number;
  /** Ids of checkpoints: just before, and the one that is restored. */
  readonly from: string;
  readonly to: string;
  readonly paths: readonly string[];
}

/** A turn of a session: from a prompt to the agent's stop. */
export interface SessionTurn {
  /** 1, 2, 3 … */
  readonly number: number;
  /** The prompt, one line, secrets masked. */
  readonly asked: string;
  /** ISO 8601, UTC: of the prompt, and of the newest stop, interrupt or end; absent while the agent works, and if it never stopped. */
  readonly startedAt: string;
  readonly endedAt?: string;
  /** Ids of the checkpoints at the prompt and at the stop; absent for none. */
  readonly before?: string;
  readonly after?: string;
  /** Paths that may have been changed between the end and the checkpoint `after`; absent for none. */
  readonly late?: readonly string[];
}

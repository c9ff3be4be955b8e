/** Kinds of events that a reading names at most. */
export const MAX_UNKNOWN_KINDS = 5;
/** Characters of the name of such a kind. */
export const MAX_KIND = 40;

/** A kind of event, or of a part of one, that a format does not know. */
export interface UnknownEventKind {
  /** Letters, digits and `_ . / : -` alone, `MAX_KIND` characters at most. */
  readonly name: string;
  readonly count: number;
}

/** How much of one run's event stream was understood. */
export interface StreamCoverage {
  /** Lines that look like events: JSON objects. */
  readonly lines: number;
  /** Those that are events of the format, whatever they hold. */
  readonly events: number;
  /** Those of an unknown kind, or with a part of an unknown kind; a kind that is left out on purpose is known. */
  readonly unknown: number;
  /** What they were, the most frequent first, `MAX_UNKNOWN_KINDS` at most. */
  readonly unknownKinds: readonly UnknownEventKind[];
  /** Calls that began, and times that the agent was heard to speak. */
  readonly steps: number;
  /** An event told the agent's answer. */
  readonly hasAnswer: boolean;
  /** Version of the agent, as its stream tells it, `MAX_KIND` characters at most; absent where it does not. */
  readonly version?: string;
}

/** Maximum number of named unknown kinds. */
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
  /** The unknown kinds, the most frequent first, `MAX_UNKNOWN_KINDS` at most. */
  readonly unknownKinds: readonly UnknownEventKind[];
  /** Started calls and texts of the agent. */
  readonly steps: number;
  /** Whether an event contained the agent's answer. */
  readonly hasAnswer: boolean;
  /** Version of the agent from its stream, `MAX_KIND` characters at most; absent where unknown. */
  readonly version?: string;
}

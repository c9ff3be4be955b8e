/** Maximum number of named unknown kinds. */
export const MAX_UNKNOWN_KINDS = 5;
/** Maximum length of such a name, in characters. */
export const MAX_KIND = 40;

/** A kind of event, or of a part of one, that a format does not know. */
export interface UnknownEventKind {
  /** Only letters, digits and `_ . / : -`, at most `MAX_KIND` characters. */
  readonly name: string;
  readonly count: number;
}

/** How much of one run's event stream was understood. */
export interface StreamCoverage {
  /** Lines that look like events: JSON objects. */
  readonly lines: number;
  /** Lines that are events of the format, regardless of content. */
  readonly events: number;
  /** Events of an unknown kind or with an unknown part; deliberately ignored kinds are known. */
  readonly unknown: number;
  /** The unknown kinds, most frequent first, at most `MAX_UNKNOWN_KINDS`. */
  readonly unknownKinds: readonly UnknownEventKind[];
  /** Number of started calls and of texts of the agent. */
  readonly steps: number;
  /** Whether an event contained the agent's answer. */
  readonly hasAnswer: boolean;
  /** Version of the agent from its stream, `MAX_KIND` characters at most; absent where unknown. */
  readonly version?: string;
}

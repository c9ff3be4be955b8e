/** How a question of an agent ended. */
export const QUESTION_OUTCOMES = ['answered', 'timed_out', 'withdrawn'] as const;
export type QuestionOutcome = (typeof QUESTION_OUTCOMES)[number];

/** Characters of an answer. */
export const MAX_ANSWER = 8_000;

/** A question that an agent asks a human in the middle of its turn, through a tool of Devs; secrets masked. */
export interface AgentQuestion {
  /** Unique in the run: "1", "2" …. */
  readonly id: string;
  readonly agent: string;
  readonly question: string;
  /** ISO 8601, UTC. */
  readonly askedAt: string;
  /** When it ends if nobody answers; ISO 8601, UTC. */
  readonly until: string;
  /** Absent while it waits. */
  readonly outcome?: QuestionOutcome;
  /** The human's words; absent unless answered. */
  readonly answer?: string;
}

/** What an agent wants to know. */
export interface QuestionRequest {
  readonly taskId: string;
  /** Id of the turn that it works in. */
  readonly turnId: string;
  readonly question: string;
}

/** A human's answer: `MAX_ANSWER` characters at most. */
export interface QuestionReply {
  readonly taskId: string;
  /** Absent: the only open question of the task. */
  readonly id?: string;
  readonly text: string;
}

/** A human's answer to a question that was shown. */
export interface ShownQuestionReply extends QuestionReply {
  readonly id: string;
  /** As in `AgentQuestion`: another run gives the same id to another question. */
  readonly askedAt: string;
}

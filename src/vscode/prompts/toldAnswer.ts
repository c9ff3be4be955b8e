import type { Answer } from '../../ports/answer';

/** What a human can go on with after an answer; a button. */
export interface FollowUp {
  readonly label: string;
  readonly act: () => Promise<ToldAnswer | undefined>;
}

/** What came of an action. With follow-ups it is a notification, wherever the action was asked for. */
export interface ToldAnswer extends Answer {
  readonly followUps?: readonly FollowUp[];
}

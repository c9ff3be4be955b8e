import type { InboxRequest } from '../../ports/workspaceState';
import type { PlacedComment } from '../review/placeComment';

/** A change that a human sends back, with comments whose places are checked. */
export interface SentBack {
  readonly type: 'sendBack';
  readonly taskId: string;
  /** Number of the turn whose change it is; the places of the comments are in it. */
  readonly turn: number;
  /** Trimmed; '' for none. */
  readonly text: string;
  readonly comments: readonly PlacedComment[];
}

/** Interventions of a human in a task. */
export type InterventionRequest =
  | SentBack
  | Exclude<
      InboxRequest,
      {
        readonly type:
          | 'sendBack'
          | 'comment'
          | 'pause'
          | 'keepGoing'
          | 'editLesson'
          | 'removeLesson'
          | 'permit'
          | 'hint'
          | 'agentReport'
          | 'ask'
          | 'withdrawQuestion'
          | 'answer'
          | 'forgetPermission'
          | 'keepPullRequest';
      }
    >;

/** Most that goes to the agent about a change that is sent back, in characters: text, comments, and the lines they are about. */
export const MAX_SENT_BACK = 64_000;

/** Longest accepted hint, in characters. */
export const MAX_HINT_LENGTH = 8_000;

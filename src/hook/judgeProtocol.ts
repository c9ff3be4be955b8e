import type { GuardedAgent } from '../model/guard/guardedAgent';
import type { HookAnswer } from '../model/guard/hookAnswer';

/** What a hook asks the judge: one line of JSON. */
export interface JudgeQuestion {
  /** Version of the program; another one is not answered. */
  readonly version: string;
  readonly agent: GuardedAgent;
  /** The file of the session. */
  readonly file: string;
  /** Id of the record whose answer is wanted. */
  readonly id: string;
}

/** What the judge replies: one line of JSON. `late`: it is still reading; `other version`: it ends. */
export type JudgeReply =
  | HookAnswer
  | { readonly kind: 'late' }
  | { readonly kind: 'other version' };

import type { ActionHost } from './actionHost';
import type { StateKeeper } from '../savedState';
import type { Announcer } from './announcer';
import type { Sender } from './sender';

/** Services for all parts of the dashboard. */
export interface Context {
  readonly host: ActionHost;
  readonly state: StateKeeper;
  readonly announcer: Announcer;
}

/** What a part needs that sends requests: after a change of its own state it is drawn again. */
export interface Scope extends Context {
  readonly sender: Sender;
  readonly redraw: () => void;
}

/** What the parts of one task's card share. */
export interface TaskScope extends Scope {
  readonly taskId: string;
  /** Unique on the page, for labels. */
  readonly elementId: string;
  readonly card: CardState;
}

/** What the parts of a card in the list of tasks share. */
export interface ListedTaskScope extends TaskScope {
  /** Moves the task by one place within its group. */
  readonly move: (direction: 'up' | 'down') => void;
}

/** What the user does in a card, until it is closed. */
export interface CardState {
  /** Number of the focused turn in the picture of turns. */
  turn: number | undefined;
  /** Whether the current step is shown in full. */
  stepOpen: boolean;
  /** Permission requests that the user has answered and that are still shown. */
  readonly answered: Set<string>;
}

import type { TurnMark } from '../../src/model/overview/overview';
import type { ActionState } from '../../src/protocol/actionState';
import type { TurnCheckpoint } from '../../src/protocol/dashboardView';
import { html, nothing, type Content } from '../template';
import { button, sending, type ButtonView } from './button';
import type { TaskScope } from './context';

/** Recorded data of a turn, and whether a rewind is possible now. */
export interface TurnLinksView {
  readonly number: number;
  /** The turn's checkpoint for comparison and rewind; undefined if its end was not recorded. */
  readonly checkpoint: TurnCheckpoint | undefined;
  readonly rewind: ActionState;
  /** The task that it ran on, and whether its transcripts can be replayed. */
  readonly taskId: string;
  readonly replay?: true;
  readonly finding?: NonNullable<TurnMark['finding']>;
}

/** The actions of a turn: show its changes, rewind to after it, show its timeline, call its loop none. */
export function turnLinks(scope: TaskScope, view: TurnLinksView): Content {
  const links = [
    ...(view.checkpoint === undefined ? [] : changeLinks(scope, view, view.checkpoint)),
    ...(view.replay === true ? [replayLink(scope, view)] : []),
    ...(view.finding?.dismissed === false ? [notALoopLink(scope, view.number)] : []),
  ];
  return links.length === 0 ? nothing : html`<p class="turn-links">${links.map(button)}</p>`;
}

function changeLinks(
  scope: TaskScope,
  { number: turn, rewind }: TurnLinksView,
  { before, goBack }: TurnCheckpoint,
): readonly ButtonView[] {
  const { taskId } = scope;
  const changes = {
    action: 'openTurnChanges',
    label: 'changes',
    name: `Changes of turn ${turn}`,
    appearance: 'link',
  } as const;
  const back = {
    action: 'goBack',
    label: 'rewind to here',
    name: `Rewind to the end of turn ${turn}`,
    appearance: 'link',
    state: rewind,
  } as const;
  const params = { taskId, from: before, to: turn };
  return [
    sending(scope, changes, { method: 'openChanges', params }),
    ...(goBack
      ? [sending(scope, back, { method: 'rewind', params: { taskId, toTurn: turn } })]
      : []),
  ];
}

function replayLink(scope: TaskScope, { number: turn, taskId }: TurnLinksView): ButtonView {
  const look = {
    action: 'replayTurn',
    label: 'timeline',
    name: `Timeline of turn ${turn}`,
    appearance: 'link',
    state: {
      enabled: true,
      hint: 'Shows the steps of this turn one by one and marks what looks like a loop.',
    },
  } as const;
  return sending(scope, look, { method: 'replayTurn', params: { taskId, turn } });
}

function notALoopLink(scope: TaskScope, turn: number): ButtonView {
  const look = {
    action: 'turnNotALoop',
    label: 'this was not a loop',
    name: `Turn ${turn}: this was not a loop`,
    appearance: 'link',
    state: {
      enabled: true,
      hint: 'Tells Devs that this turn was not a loop. Devs does not report this loop again in this task.',
    },
  } as const;
  const params = { taskId: scope.taskId, finding: turn };
  return sending(scope, look, { method: 'notALoop', params });
}

import type { TurnMark } from '../../src/model/overview/overview';
import type { ActionState, TurnCheckpoint } from '../../src/protocol/dashboardView';
import { createButton } from './button';
import { h, setShown, type Part } from './dom';
import { send } from './request';
import type { TaskLinks } from './taskLinks';

/** Recorded data of a turn, and whether a rewind is possible now. */
export interface TurnLinksView {
  /** The turn's checkpoint for comparison and rewind; undefined if its end was not recorded. */
  readonly checkpoint: TurnCheckpoint | undefined;
  readonly rewind: ActionState;
  /** The task that it ran on, and whether its transcripts can be replayed. */
  readonly taskId: string;
  readonly replay?: true;
  readonly finding?: NonNullable<TurnMark['finding']>;
}

/** Creates the actions of a turn: show its changes, rewind to after it, replay its steps, call its loop none. */
export function createTurnLinks(
  turn: number,
  { context, alert, taskId }: TaskLinks,
): Part<TurnLinksView> {
  let before = 0;
  let ranOn = taskId;
  const changes = createButton({
    action: 'openTurnChanges',
    label: 'changes',
    name: `Changes of turn ${turn}`,
    appearance: 'link',
  });
  const back = createButton({
    action: 'goBack',
    label: 'rewind to here',
    name: `Rewind to after turn ${turn}`,
    appearance: 'link',
  });
  const replay = createButton({
    action: 'replayTurn',
    label: 'replay',
    name: `Replay turn ${turn}`,
    appearance: 'link',
  });
  const notALoop = createButton({
    action: 'turnNotALoop',
    label: 'this was not a loop',
    name: `The loop in turn ${turn} was not a loop`,
    appearance: 'link',
  });
  notALoop.onPress(() => {
    const params = { taskId, finding: turn };
    send(context, { method: 'notALoop', params, button: notALoop, alert });
  });
  replay.onPress(() => {
    const params = { taskId: ranOn, turn };
    send(context, { method: 'replayTurn', params, button: replay, alert });
  });
  changes.onPress(() => {
    const params = { taskId, from: before, to: turn };
    send(context, { method: 'openChanges', params, button: changes, alert });
  });
  back.onPress(() => {
    send(context, { method: 'rewind', params: { taskId, toTurn: turn }, button: back, alert });
  });
  back.onRefused(context.announcer.show);
  const buttons = [changes, back, replay, notALoop].map((button) => button.element);
  const element = h('p', { class: 'turn-links' }, ...buttons);
  return {
    element,
    update: ({ checkpoint, rewind, taskId: own, replay: replays, finding }) => {
      const isOpen = finding?.dismissed === false;
      before = checkpoint?.before ?? 0;
      ranOn = own;
      setShown(element, checkpoint !== undefined || replays === true || isOpen);
      setShown(notALoop.element, isOpen);
      notALoop.setState({ enabled: true, hint: 'It is not reported again in this task.' });
      setShown(changes.element, checkpoint !== undefined);
      setShown(replay.element, replays === true);
      replay.setState({
        enabled: true,
        hint: 'Its steps one by one, with what looks like a loop.',
      });
      setShown(back.element, checkpoint?.goBack === true);
      back.setState(rewind);
    },
  };
}

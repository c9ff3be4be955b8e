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
}

/** Creates the actions of a turn: show its changes, rewind to after it, replay its steps. */
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
  const element = h('p', { class: 'turn-links' }, changes.element, back.element, replay.element);
  return {
    element,
    update: ({ checkpoint, rewind, taskId: own, replay: replays }) => {
      before = checkpoint?.before ?? 0;
      ranOn = own;
      setShown(element, checkpoint !== undefined || replays === true);
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

import type { ActionState, TurnCheckpoint } from '../../src/protocol/dashboardView';
import { createButton } from './button';
import { h, setShown, type Part } from './dom';
import { send } from './request';
import type { TaskLinks } from './taskLinks';

/** What of a turn was recorded, and whether files may be brought back now. */
export interface TurnLinksView {
  /** What can be compared with it and gone back to; absent where no end of it was recorded. */
  readonly checkpoint: TurnCheckpoint | undefined;
  readonly rewind: ActionState;
}

/** What can be done with one turn: see its changes, go back to after it. */
export function createTurnLinks(
  turn: number,
  { context, alert, taskId }: TaskLinks,
): Part<TurnLinksView> {
  let before = 0;
  const changes = createButton({
    action: 'openTurnChanges',
    label: 'changes',
    name: `Changes of turn ${turn}`,
    appearance: 'link',
  });
  const back = createButton({
    action: 'goBack',
    label: 'go back to here',
    name: `Go back to after turn ${turn}`,
    appearance: 'link',
  });
  changes.onPress(() => {
    const params = { taskId, from: before, to: turn };
    send(context, { method: 'openChanges', params, button: changes, alert });
  });
  back.onPress(() => {
    send(context, { method: 'rewind', params: { taskId, toTurn: turn }, button: back, alert });
  });
  back.onRefused(context.announcer.show);
  const element = h('p', { class: 'turn-links' }, changes.element, back.element);
  return {
    element,
    update: ({ checkpoint, rewind }) => {
      before = checkpoint?.before ?? 0;
      setShown(element, checkpoint !== undefined);
      setShown(back.element, checkpoint?.goBack === true);
      back.setState(rewind);
    },
  };
}

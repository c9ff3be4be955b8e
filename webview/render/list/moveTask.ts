import type { Params } from '../../../src/protocol/messages';
import type { Context } from '../context';
import { messageOf } from '../sender';

/** Asks the host to move the task of a row by one place within its group. */
export type MoveTask = (row: HTMLElement, direction: 'up' | 'down') => void;

/** Sends a move; ignored until the one before is answered. */
export type SendMove = (move: Params<'moveTask'>) => void;

/** Creates what sends moves to the host; the page says what comes of them. */
export function createSendMove({ host, announcer }: Context): SendMove {
  let isBusy = false;
  return (move) => {
    if (isBusy) return;
    isBusy = true;
    host
      .request('moveTask', move)
      .then(
        ({ message }) => announcer.show(message),
        (error: unknown) => announcer.show(messageOf(error)),
      )
      .finally(() => (isBusy = false));
  };
}

/** Creates what moves a row by one place. */
export function createMoveTask(send: SendMove, { announcer }: Context): MoveTask {
  return (row, direction) => {
    const taskId = row.dataset['task'];
    if (taskId === undefined) return;
    const beside = direction === 'up' ? row.previousElementSibling : row.nextElementSibling;
    const other = beside instanceof HTMLElement ? beside.dataset['task'] : undefined;
    if (other === undefined)
      announcer.show(`This task is the ${direction === 'up' ? 'first' : 'last'} of its group.`);
    else send({ taskId, to: direction === 'up' ? 'before' : 'after', other });
  };
}

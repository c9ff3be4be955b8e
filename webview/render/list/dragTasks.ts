import type { SendMove } from './moveTask';

/** What the list listens to while a task is dragged. */
export interface DragTasks {
  readonly onStart: (event: DragEvent) => void;
  readonly onOver: (event: DragEvent) => void;
  readonly onDrop: (event: DragEvent) => void;
  readonly onEnd: () => void;
}

/** Moves a task by dragging its head to another place of its group. */
export function createDragTasks(send: SendMove): DragTasks {
  let dragged: HTMLElement | undefined;
  let over: HTMLElement | undefined;
  const mark = (row: HTMLElement | undefined, side?: 'before' | 'after'): void => {
    if (over !== row) delete over?.dataset['drop'];
    over = row;
    if (row !== undefined && side !== undefined) row.dataset['drop'] = side;
  };
  const onEnd = (): void => {
    mark(undefined);
    dragged = undefined;
  };
  return {
    onStart: (event) => {
      dragged = taskRow(event.target);
      if (dragged === undefined || event.dataTransfer === null) return;
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', dragged.dataset['task'] ?? '');
    },
    onOver: (event) => {
      const row = taskRow(event.target);
      const isPlace =
        row !== undefined && row !== dragged && row.parentElement === dragged?.parentElement;
      if (!isPlace) {
        mark(undefined);
        return;
      }
      event.preventDefault();
      const { top, height } = row.getBoundingClientRect();
      mark(row, event.clientY < top + height / 2 ? 'before' : 'after');
    },
    onDrop: (event) => {
      const [taskId, other, to] = [
        dragged?.dataset['task'],
        over?.dataset['task'],
        over?.dataset['drop'],
      ];
      onEnd();
      if (taskId === undefined || other === undefined || (to !== 'before' && to !== 'after'))
        return;
      event.preventDefault();
      send({ taskId, to, other });
    },
    onEnd,
  };
}

function taskRow(target: EventTarget | null): HTMLElement | undefined {
  const element = target instanceof Element ? target : undefined;
  return element?.closest<HTMLElement>('[data-task]') ?? undefined;
}

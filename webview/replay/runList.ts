import type { ReplayView, RunLine } from '../../src/protocol/replay/replayView';
import { h, setAttribute, setShown, setText, type Part } from '../render/dom';
import { createKeyedList } from '../render/keyedList';
import { visibleLine, visibleText } from '../../src/text/visibleText';
import { describeAsked, describeFound, describeLength, nameOf } from './replayWords';
import { countOf } from '../../src/text/count';

/** Maximum length of a run's id in the list, in characters. */
const MAX_ID = 200;

export interface RunListView {
  readonly view: ReplayView;
  /** Key of the run that is open; undefined for none. */
  readonly open: number | undefined;
}

interface ShownLine {
  readonly line: RunLine;
  readonly open: boolean;
}

/** Creates the list of runs, those with findings first: one tab stop, arrow keys move, Enter opens. */
export function createRunList(onOpen: (key: number) => void): Part<RunListView> {
  const list = h('ul', { class: 'runs' });
  const more = h('p', { class: 'muted' });
  const draw = createKeyedList<ShownLine>(
    list,
    ({ line }) => String(line.key),
    () => createRun(onOpen),
  );
  const buttons = (): HTMLElement[] => [...list.querySelectorAll('button')];
  const stopAt = (target: EventTarget | null): void => {
    const all = buttons();
    const chosen = all.find((each) => each === target) ?? all.find(isCurrent) ?? all[0];
    for (const each of all) setAttribute(each, 'tabindex', each === chosen ? '0' : '-1');
  };
  list.addEventListener('focusin', ({ target }) => stopAt(target));
  list.addEventListener('keydown', (event) => walk(event, buttons()));
  return {
    element: h('nav', { class: 'run-list', 'aria-label': 'Runs' }, list, more),
    update: ({ view, open }) => {
      draw(view.runs.map((line) => ({ line, open: line.key === open })));
      stopAt(document.activeElement);
      const left = view.summary.runs - view.runs.length;
      setText(more, `… ${countOf(left, 'more run')}`);
      setShown(more, left > 0);
    },
  };
}

function isCurrent(button: HTMLElement): boolean {
  return button.hasAttribute('aria-current');
}

function walk(event: KeyboardEvent, buttons: readonly HTMLElement[]): void {
  const at = buttons.findIndex((each) => each === event.target);
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    Home: 0,
    End: buttons.length - 1,
  };
  const next = buttons[steps[event.key] ?? -1];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  next.focus();
}

function createRun(onOpen: (key: number) => void): Part<ShownLine> {
  const id = h('span', { class: 'run-id' });
  const asked = h('span', { class: 'run-asked' });
  const length = h('span', { class: 'run-length' });
  const fires = h('span', { class: 'run-fires' });
  const button = h('button', { type: 'button', class: 'run' }, id, asked, length, fires);
  let key = 0;
  button.addEventListener('click', () => onOpen(key));
  return {
    element: h('li', {}, button),
    update: ({ line, open }) => {
      ({ key } = line);
      setText(id, visibleLine(line.id, MAX_ID) || nameOf(line.file));
      setText(asked, describeAsked(line));
      setShown(asked, line.asked !== undefined);
      setText(length, describeLength(line));
      setText(fires, describeFound(line));
      setAttribute(button, 'data-level', line.fires[0]?.level ?? 'none');
      setAttribute(button, 'aria-current', open ? 'true' : undefined);
      setAttribute(button, 'title', visibleText(line.file));
    },
  };
}

import type { StepLine } from '../../src/model/steps/stepLine';
import { isTurnSteps } from '../../src/protocol/taskPage/taskPageMessages';
import type {
  OpenedStep,
  ShownTaskView,
  StepPart,
  TurnSteps,
} from '../../src/protocol/taskPage/taskPageView';
import { passingSections } from '../render/bounded';
import type { TaskScope } from '../render/context';
import { messageOf } from '../render/sender';
import { nothing, type Content } from '../template';
import { applySteps, type ShownTurn } from './shownTurn';
import { createStepRows } from './stepRows';
import type { StepRow } from './stepRow';
import type { TaskConnection } from './taskConnection';
import { turnPanel } from './turnPanel';

export interface TurnViewOptions {
  readonly scope: () => TaskScope;
  readonly request: TaskConnection['request'];
  readonly redraw: () => void;
}

/** The steps of one turn: loaded when it is opened, searched, and followed while it runs. */
export interface TurnView {
  /** `open`: number of the turn; undefined for none. */
  readonly content: (view: ShownTaskView, open: number | undefined) => Content;
  /** Draws the steps; to be called once they are in their place. */
  readonly settle: () => void;
  readonly follow: (steps: TurnSteps) => void;
}

/** Milliseconds to wait for further letters of what is searched. */
const TYPING_MS = 150;
/** How close to its end a page is when it follows new steps, in pixels. */
const AT_END = 60;

/** Creates it without a turn. */
export function createTurnView({ scope, request, redraw }: TurnViewOptions): TurnView {
  let shown: ShownTurn | undefined;
  /** Number of the turn that is open or being read. */
  let wanted: number | undefined;
  let words = '';
  let found: readonly number[] | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop = 0;
  const opened = new Set<number>();
  const details = new Map<number, OpenedStep>();
  let sections = passingSections(redraw);
  const complain = (error: unknown): void => scope().announcer.show(messageOf(error));

  const load = (turn: number): void => {
    if (wanted !== turn) {
      shown = undefined;
      found = undefined;
      stop = 0;
      opened.clear();
      details.clear();
      sections = passingSections(redraw);
      rows.reset();
    }
    wanted = turn;
    request('openTurn', { turn }).then((steps) => {
      // Another turn may have been opened meanwhile.
      if (wanted !== turn || !isTurnSteps(steps)) return;
      take(steps);
    }, complain);
  };
  const take = (next: ShownTurn): void => {
    const before = shown;
    const isNews = before !== undefined && next.running && next.lines.length > before.lines.length;
    const follows = isNews && isAtEnd();
    shown = next;
    if (words !== '') search();
    for (const index of opened) {
      if (before === undefined || lineAt(before, index) !== lineAt(next, index)) readStep(index);
    }
    redraw();
    if (follows) scrollToEnd();
  };
  const search = (): void => {
    const turn = wanted;
    const text = words.trim();
    if (turn === undefined || text === '') {
      found = undefined;
      redraw();
      return;
    }
    request('search', { turn, text }).then(({ indexes }) => {
      if (wanted !== turn || words.trim() !== text) return;
      const isNew = found === undefined || found.length !== indexes.length;
      found = indexes;
      stop = 0;
      rows.reset();
      redraw();
      if (isNew)
        scope().announcer.say(
          indexes.length === 1 ? '1 step found' : `${indexes.length} steps found`,
        );
    }, complain);
  };
  const onSearch = (text: string): void => {
    words = text;
    clearTimeout(timer);
    timer = setTimeout(search, text.trim() === '' ? 0 : TYPING_MS);
    redraw();
  };
  const readStep = (index: number): void => {
    const turn = wanted;
    if (turn === undefined) return;
    request('step', { turn, index }).then((step) => {
      if (wanted !== turn || !opened.has(index)) return;
      details.set(index, step);
      redraw();
    }, complain);
  };
  const onToggle = (index: number): void => {
    if (opened.delete(index)) details.delete(index);
    else {
      opened.add(index);
      readStep(index);
    }
    redraw();
  };
  const onFull = (index: number, part: StepPart): void => {
    if (wanted === undefined) return;
    request('openStepText', { turn: wanted, index, part }).then(
      ({ message }) => scope().announcer.say(message),
      complain,
    );
  };
  const onTranscripts = (): void => {
    if (wanted === undefined) return;
    request('openTranscripts', { turn: wanted }).then(
      ({ message }) => scope().announcer.say(message),
      complain,
    );
  };
  const onStop = (place: number): void => {
    stop = place;
  };
  const rows = createStepRows({ scope, sections: () => sections, onToggle, onFull, onStop });
  const indexes = (turn: ShownTurn): readonly number[] | undefined =>
    found?.filter((index) => index >= turn.dropped && index < turn.dropped + turn.lines.length);
  const countOf = (turn: ShownTurn): number => indexes(turn)?.length ?? turn.lines.length;

  const rowsOf = (turn: ShownTurn): void => {
    const chosen = indexes(turn);
    const count = chosen?.length ?? turn.lines.length;
    const marked = chosen === undefined ? '' : words.trim().toLowerCase();
    const rowAt = (place: number): StepRow => {
      const index = chosen?.[place] ?? turn.dropped + place;
      const line = lineAt(turn, index) ?? EMPTY;
      return {
        ...{ index, line, count, words: marked, details: details.get(index) },
        place: place + 1,
        heading: headingAt(turn, index),
        isOpen: opened.has(index),
        isStop: place === Math.min(stop, count - 1),
      };
    };
    rows.update({ label: `Steps of turn ${turn.turn}`, count, rowAt });
  };
  return {
    content: (view, open) => {
      if (open === undefined) return nothing;
      if (open !== wanted) load(open);
      const mark = view.task.turns.find(({ number }) => number === open);
      return mark === undefined
        ? nothing
        : turnPanel(scope(), {
            ...{ task: view.task, mark, shown, words, onSearch, onTranscripts, sections },
            found: found === undefined || shown === undefined ? undefined : countOf(shown),
            list: rows.element,
            onEnd: scrollToEnd,
          });
    },
    settle: () => {
      if (shown !== undefined) rowsOf(shown);
    },
    follow: (change) => {
      if (change.turn !== wanted || shown === undefined) return;
      const next = applySteps(shown, change);
      if (next === undefined) load(change.turn);
      else take(next);
    },
  };
}

function lineAt({ lines, dropped }: ShownTurn, index: number): StepLine | undefined {
  return lines[index - dropped];
}

const EMPTY: StepLine = { number: 0, tool: '', call: '', said: '', result: '' };

function headingAt({ calls }: ShownTurn, index: number): string {
  if (calls.length < 2) return '';
  return calls.find(({ first }) => first === index)?.name.replace(/^\d+-/, '') ?? '';
}

function isAtEnd(): boolean {
  const { scrollHeight } = document.documentElement;
  return window.scrollY > 0 && scrollHeight - innerHeight - window.scrollY < AT_END;
}

function scrollToEnd(): void {
  window.scrollTo({ top: document.documentElement.scrollHeight });
}

import type { PauseView } from '../../src/reports/pause/pauseView';
import { h, place, setAttribute, setShown, setText, type Part } from './dom';
import { createKeyedList } from './keyedList';
import { listSome } from '../../src/text/list';
import { capitalise } from '../../src/text/sentence';

/** Maximum number of failing tests named. */
const MAX_TESTS = 3;

/** Creates the section about a paused task's failure: its turns, the best turn, and the advice. */
export function createStuckAt(): Part<PauseView> {
  const heading = h('h4');
  const failure = h('p', { class: 'stuck-failure' });
  const message = h('p', { class: 'stuck-message' });
  const facts = h('ul', { class: 'stuck-facts' });
  const drawFacts = createKeyedList<string>(facts, (fact) => fact, createItem);
  const stuck = h('section', { class: 'section stuck' }, heading, failure, message, facts);
  const list = h('ul', { class: 'advice' });
  const drawAdvice = createKeyedList<string>(list, (sentence) => sentence, createItem);
  const title = h('h4');
  const advised = h('section', { class: 'section' }, title, list);
  const element = h('div', { class: 'stuck-at' }, stuck, advised);
  return {
    element,
    update: (pause) => {
      const { stuckAt, best, advice, cause } = pause;
      place(element, advised, cause.kind === 'blocked' ? stuck : null);
      setText(title, pause.adviceTitle);
      setShown(stuck, stuckAt !== undefined || best !== undefined);
      setText(heading, stuckAt === undefined ? 'Best turn' : 'Stuck at');
      setShown(failure, stuckAt !== undefined);
      setShown(message, stuckAt !== undefined);
      setText(failure, capitalise(stuckAt?.what ?? ''));
      setText(message, (stuckAt?.message ?? '').replace(/\n\s*\n/g, '\n'));
      setAttribute(message, 'title', stuckAt?.message);
      drawFacts(factsOf(pause));
      setShown(advised, advice.length > 0);
      drawAdvice(advice);
    },
  };
}

function factsOf({ stuckAt, best }: PauseView): readonly string[] {
  const { repetition, testCount = '', tests = [] } = stuckAt ?? {};
  return [
    ...(repetition === undefined ? [] : [`${capitalise(repetition)}.`]),
    ...(testCount === '' ? [] : [`${testCount}: ${listSome(tests, MAX_TESTS)}`]),
    ...(best === undefined ? [] : [`${capitalise(best)}.`]),
  ];
}

function createItem(): Part<string> {
  const element = h('li');
  return { element, update: (text) => setText(element, text) };
}

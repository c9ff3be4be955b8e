import {
  describeBest,
  describeFailure,
  describeRepetition,
} from '../../src/model/report/describeFailure';
import type { FailureAnalysisReport } from '../../src/model/report/pauseReport';
import { h, setAttribute, setShown, setText, type Part } from './dom';
import { createKeyedList } from './keyedList';
import { listSome } from '../../src/text/list';
import { capitalise } from '../../src/text/sentence';

/** Failing tests that are named. */
const MAX_TESTS = 3;

/** What a paused task is stuck at, in which turns, the best one, and what Devs advises. */
export function createStuckAt(): Part<FailureAnalysisReport> {
  const heading = h('h4');
  const failure = h('p', { class: 'stuck-failure' });
  const message = h('p', { class: 'stuck-message' });
  const facts = h('ul', { class: 'stuck-facts' });
  const drawFacts = createKeyedList<string>(facts, (fact) => fact, createItem);
  const stuck = h('section', { class: 'section stuck' }, heading, failure, message, facts);
  const list = h('ul', { class: 'advice' });
  const drawAdvice = createKeyedList<string>(list, (sentence) => sentence, createItem);
  const advised = h('section', { class: 'section' }, h('h4', {}, 'Advice'), list);
  return {
    element: h('div', { class: 'stuck-at' }, stuck, advised),
    update: (report) => {
      const known = report.failure?.signature;
      setShown(stuck, known !== undefined || report.best !== undefined);
      setText(heading, known === undefined ? 'Best turn' : 'Stuck at');
      setShown(failure, known !== undefined);
      setShown(message, known !== undefined);
      setText(failure, known === undefined ? '' : capitalise(describeFailure(known)));
      setText(message, (known?.exactMessage ?? '').replace(/\n\s*\n/g, '\n'));
      setAttribute(message, 'title', known?.exactMessage);
      drawFacts(factsOf(report));
      setShown(advised, report.advice.length > 0);
      drawAdvice([...new Set(report.advice)]);
    },
  };
}

function factsOf({ failure, best }: FailureAnalysisReport): readonly string[] {
  const tests = failure?.signature.failingTests ?? [];
  const count = tests.length === 1 ? '1 test fails' : `${tests.length} tests fail`;
  return [
    ...(failure === undefined ? [] : [`${capitalise(describeRepetition(failure))}.`]),
    ...(tests.length === 0 ? [] : [`${count}: ${listSome(tests, MAX_TESTS)}`]),
    ...(best === undefined ? [] : [`${capitalise(describeBest(best))}.`]),
  ];
}

function createItem(): Part<string> {
  const element = h('li');
  return { element, update: (text) => setText(element, text) };
}

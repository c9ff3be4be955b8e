import type { DoubtFact, DoubtfulPassView } from '../../src/reports/pause/doubtfulPass';
import { listSome } from '../../src/text/list';
import { capitalise } from '../../src/text/sentence';
import { visibleText } from '../../src/text/visibleText';
import type { Context } from './context';
import { createDisclosure } from './disclosure';
import { h, setShown, setText, type Part } from './dom';
import { createKeyedList } from './keyedList';

const MAX_NAMED = 4;

/** Creates the section about a doubtful pass: its facts, and how the tests changed. */
export function createDoubtfulPass(
  context: Context,
  taskId: string,
): Part<DoubtfulPassView | undefined> {
  const facts = h('ul', { class: 'stuck-facts' });
  const drawFacts = createKeyedList<DoubtFact>(facts, ({ label }) => label, createFact);
  const label = 'How the tests changed';
  const diff = h('pre', {
    class: 'scroller diff',
    tabindex: '0',
    role: 'region',
    'aria-label': label,
  });
  const changes = createDisclosure(context.state, `testDiff:${taskId}`, label);
  changes.append(diff);
  const heading = h('h4', {}, 'Why the pass is doubtful');
  const element = h('section', { class: 'section' }, heading, facts, changes);
  return {
    element,
    update: (pass) => {
      setShown(element, pass !== undefined);
      drawFacts(pass?.facts ?? []);
      const text = visibleText(pass?.diff ?? '');
      setShown(changes, text !== '');
      if (diff.textContent !== text) diff.replaceChildren(...text.split(/^/m).map(createLine));
    },
  };
}

function createFact(): Part<DoubtFact> {
  const element = h('li');
  return {
    element,
    update: ({ label, items }) =>
      setText(element, `${capitalise(label)}: ${listSome(items, MAX_NAMED)}`),
  };
}

function createLine(line: string): HTMLElement {
  const kind = /^(?:\+\+\+|---|@@)/.test(line) ? 'head' : (KINDS.get(line.charAt(0)) ?? 'same');
  return h('span', { class: `diff-${kind}` }, line);
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ['+', 'added'],
  ['-', 'removed'],
]);

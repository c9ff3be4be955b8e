import type { DescribedAttempt, DescribedAttempts } from '../../src/reports/task/describeAttempts';
import { localTime } from '../../src/text/time';
import type { Context } from './context';
import { createDisclosure } from './disclosure';
import { h, setAttribute, setShown, setText, type Part } from './dom';
import { createKeyedList } from './keyedList';

/** The attempts that prove a loop, in a section that opens: when each ended, its turns, its result. */
export function createAttemptList(context: Context, taskId: string): Part<DescribedAttempts> {
  const older = h('p', { class: 'muted' });
  const list = h('ol', { class: 'proving-attempts' });
  const draw = createKeyedList<DescribedAttempt>(
    list,
    ({ number }) => String(number),
    createAttempt,
  );
  const element = createDisclosure(context.state, `attempts:${taskId}`, '');
  const title = element.firstElementChild;
  element.append(older, list);
  return {
    element,
    update: (described) => {
      if (title !== null) setText(title, described.title);
      setShown(element, described.attempts.length > 0);
      setText(older, `… ${described.older} older`);
      setShown(older, described.older > 0);
      draw(described.attempts);
    },
  };
}

function createAttempt(): Part<DescribedAttempt> {
  const name = h('span', { class: 'attempt-name' });
  const time = h('time', { class: 'muted' });
  const facts = h('ul');
  const drawFacts = createKeyedList<string>(facts, (fact) => fact, createFact);
  return {
    element: h('li', {}, h('p', {}, name, ' ', time), facts),
    update: ({ number, at, task, turns, facts: said }) => {
      const where = [`Attempt ${number}`, task, turns].filter((part) => part !== '');
      setText(name, where.join(' · '));
      setText(time, localTime(at, new Date()));
      setAttribute(time, 'title', at);
      drawFacts(said);
    },
  };
}

function createFact(): Part<string> {
  const element = h('li');
  return { element, update: (text) => setText(element, text) };
}

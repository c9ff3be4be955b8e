import type { FileProblem, ReplayView } from '../../src/protocol/replay/replayView';
import { h, setAttribute, setShown, setText, type Part } from '../render/dom';
import { createKeyedList } from '../render/keyedList';
import { visibleText } from '../../src/text/visibleText';
import { describeProblem } from './replayWords';
import { countOf } from '../../src/text/count';

/** Creates the list of file problems; the readable rest of the files is shown. Hidden without problems. */
export function createProblemList(): Part<ReplayView> {
  const heading = h('summary');
  const list = h('ul', { class: 'problems' });
  const more = h('p', { class: 'muted' });
  const element = h(
    'details',
    { class: 'disclosure replay-problems', open: '' },
    heading,
    list,
    more,
  );
  const draw = createKeyedList<readonly [number, FileProblem]>(
    list,
    ([at]) => String(at),
    createProblem,
  );
  return {
    element,
    update: ({ problems, problemCount }) => {
      setShown(element, problemCount > 0);
      setText(heading, countOf(problemCount, 'problem'));
      draw([...problems.entries()]);
      const left = problemCount - problems.length;
      setText(more, `… ${countOf(left, 'more problem')}`);
      setShown(more, left > 0);
    },
  };
}

function createProblem(): Part<readonly [number, FileProblem]> {
  const element = h('li');
  return {
    element,
    update: ([, problem]) => {
      setText(element, describeProblem(problem));
      setAttribute(element, 'title', visibleText(problem.file));
    },
  };
}

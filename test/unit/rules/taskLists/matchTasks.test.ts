import { deepEqual } from 'node:assert/strict';
import type { FoundTask } from '../../../../src/rules/taskLists/foundTask';
import { matchTasks, type ComparedTask } from '../../../../src/rules/taskLists/matchTasks';

const LINK = 'https://github.com/acme/shop/issues/12';
const found = (title: string, change: Partial<FoundTask> = {}): FoundTask => ({
  ...{ title, goal: title, isCut: false },
  ...change,
});
const known = (title: string, change: Partial<ComparedTask> = {}): ComparedTask => ({
  ...{ id: title.toLowerCase(), title, goal: title },
  ...change,
});

/** Ids of the new tasks, and of those that are there. */
const match = (tasks: readonly FoundTask[], there: readonly ComparedTask[]) => {
  const matched = matchTasks(tasks, there);
  return [matched.tasks.map(({ id }) => id), matched.there.map(({ id }) => id)];
};

describe('tasks that were found', () => {
  it('are there by their link alone, whatever its case, query and fragment', () => {
    const same = found('Renamed', { link: 'https://GitHub.com/Acme/shop/issues/12#comment-1' });
    deepEqual(match([same], [known('Fix', { link: LINK })]), [[], ['fix']]);
    deepEqual(match([found('Fix', { link: LINK })], [known('Fix')]), [['fix-2'], []]);
    deepEqual(match([found('A', { link: LINK }), same], []), [['a'], []]);
  });

  it('are there by title and file, wherever the line has moved', () => {
    const goal = 'Fix\n\nFrom TODO.md:3.';
    const item = found('Fix', { file: 'TODO.md', goal: 'Fix\n\nFrom TODO.md:9, under Plan.' });
    deepEqual(match([item], [known('Fix', { goal })]), [[], ['fix']]);
    deepEqual(match([item], [known('Fix', { goal: 'Fix\n\nFrom docs/TODO.md:3.' })]), [
      ['fix-2'],
      [],
    ]);
    deepEqual(match([item], [known('Fix')]), [[], ['fix']]);
    deepEqual(match([item], [known('Fix', { link: LINK })]), [['fix-2'], []]);
  });

  it('are there by title alone where they were entered', () => {
    deepEqual(match([found('Fix')], [known('Fix', { link: LINK })]), [[], ['fix']]);
    deepEqual(match([found('fix')], [known('Fix')]), [['fix-2'], []]);
  });

  it('stand each for one: a second one of the same title is new', () => {
    const twice = [found('Write tests'), found('Write tests')];
    deepEqual(match(twice, []), [['write-tests', 'write-tests-2'], []]);
    deepEqual(match(twice, [known('Write tests', { id: 'a' })]), [['write-tests'], ['a']]);
  });
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { addTasks } from '../../../../src/platform/config/addTasks';
import { taskOfIssue, taskOfItem } from '../../../../src/rules/taskLists/foundTask';
import { matchTasks } from '../../../../src/rules/taskLists/matchTasks';
import { readTaskList } from '../../../../src/rules/taskLists/readTaskList';
import { scaled } from '../../../support/scale';
import { configOf, HEAD } from '../../../unit/platform/config/problemsOf';
import { ScratchWorkspace } from '../../../unit/platform/config/scratchWorkspace';
import { anyCodePoint } from '../../../support/anyCodePoint';

/** Pieces of lists and of what breaks them, joined without regard to sense. */
const piece = fc.oneof(
  fc.constantFrom(
    ...[
      '- [ ] ',
      '- [x] ',
      '* ',
      '1. ',
      '  ',
      '    ',
      '\t',
      '\n',
      '\r\n',
      '\n\n',
      '> ',
      '# ',
      '```\n',
    ],
    ...['TODO: ', 'x ', '(A) ', '2026-01-02 ', '<!--', '-->', '<b>', '](', '---\n', '|', '**', '`'],
    ...['\u0000', '\u202e', '\u200b', '\u2028', '\u0085', '\ufeff', '\ud800', 'ß', '登录', '👩‍👩‍👧'],
    ...[
      '"',
      "'",
      ': ',
      ' #',
      '- ',
      '? ',
      '!',
      '&a ',
      '*a ',
      '%',
      '@',
      '{',
      '[',
      '~',
      'null',
      'From a.md:1.',
    ],
  ),
  fc.string({ unit: anyCodePoint, maxLength: 12 }),
  fc.lorem({ maxCount: 3 }),
);
const anyText = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
const anyFile = fc.constantFrom(
  undefined,
  'TODO.md',
  'TODO',
  'todo.txt',
  'src/a.ts',
  'a: "b"\n#.md',
);

describe('any list of tasks', () => {
  let workspace: ScratchWorkspace;
  beforeEach(() => (workspace = new ScratchWorkspace()));
  afterEach(() => {
    workspace.dispose();
  });

  it('becomes tasks of a valid devs.yaml, exactly as found, and nothing is added twice', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyFile, async (text, file) => {
        workspace.write('devs.yaml', HEAD);
        const found = readTaskList(text, file).open.map((item) => taskOfItem(item, file));
        const { tasks, there } = matchTasks(found, []);
        assert.equal(tasks.length, found.length);
        assert.deepEqual(there, []);
        const answer = await addTasks(workspace.options, tasks);
        assert.ok(answer.ok, answer.message);
        const added = configOf(workspace.read()).tasks;
        assert.deepEqual(
          added.map(({ id, title, goal }) => ({ id, title, goal: goal.trimEnd() })),
          tasks.map(({ id, title, goal }) => ({ id, title, goal: goal.trim() })),
        );
        const again = matchTasks(found, added);
        assert.deepEqual(
          [again.tasks, again.there.map(({ id }) => id).toSorted()],
          [[], tasks.map(({ id }) => id).toSorted()],
        );
      }),
      { numRuns: scaled(300, 5_000) },
    );
  });

  it('of GitHub likewise, whatever the issues say', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(anyText, anyText), { maxLength: 4 }), async (texts) => {
        workspace.write('devs.yaml', HEAD);
        const found = texts.map(([title, body], index) =>
          taskOfIssue({
            ...{ title, body, isClosed: false },
            url: `https://github.com/acme/shop/issues/${index + 1}`,
          }),
        );
        const { tasks } = matchTasks(found, []);
        const answer = await addTasks(workspace.options, tasks);
        assert.ok(answer.ok, answer.message);
        const { tasks: added } = configOf(workspace.read());
        assert.equal(added.length, texts.length);
        assert.deepEqual(matchTasks(found, added).tasks, []);
      }),
      { numRuns: scaled(100, 2_000) },
    );
  });
});

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { editText } from '../../../../src/platform/config/changeConfig';
import { moveTask, toMoveEdit } from '../../../../src/platform/config/moveTask';
import type { TaskMove } from '../../../../src/ports/configEditor';
import { HEAD } from './problemsOf';
import { ScratchWorkspace } from './scratchWorkspace';

const LIST = `${HEAD}tasks: # all
  # The first.
  - id: a
    goal: |
      First.

      # A heading of the goal.
    # A note of a.

  # --- later ---

  # About b.
  # Two lines.
  - { id: b, goal: x } # b itself


  - # odd
    id: c
    goal: "y
      z"
# end
verify: x
`;

describe('a task moved in devs.yaml', () => {
  let workspace: ScratchWorkspace;
  beforeEach(() => (workspace = new ScratchWorkspace()));
  afterEach(() => {
    workspace.dispose();
  });
  const move = (taskId: string, to: TaskMove['to'], other: string): Promise<unknown> =>
    moveTask(workspace.options, { taskId, to, other });
  const text = (from: string, ...way: readonly [string, TaskMove['to'], string]): unknown => {
    const [taskId, to, other] = way;
    return editText(from, toMoveEdit({ taskId, to, other }), workspace.options);
  };

  for (const ends of ['\n', '\r\n'])
    it(`takes its own comments along and leaves the rest as it is${ends === '\n' ? '' : ', CRLF'}`, async () => {
      workspace.write('devs.yaml', `\uFEFF${LIST.replaceAll('\n', ends)}`);
      assert.deepEqual(await move('b', 'before', 'a'), { ok: true, message: 'Moved b before a.' });
      const a = LIST.slice(LIST.indexOf('  # The first.'), LIST.indexOf('\n  # --- later'));
      const b = LIST.slice(LIST.indexOf('  # About b.'), LIST.indexOf('\n\n  - # odd'));
      const moved = LIST.replace(b, '@').replace(a, b).replace('@', a);
      assert.equal(workspace.read(), `\uFEFF${moved.replaceAll('\n', ends)}`);
      await move('b', 'after', 'a');
      assert.equal(workspace.read(), `\uFEFF${LIST.replaceAll('\n', ends)}`);
      assert.deepEqual(readdirSync(workspace.folder), ['devs.yaml']);
    });

  it('finds its way in every style of list', () => {
    for (const [before, after] of [
      [
        'tasks: [ {id: a, goal: x},  # 1\n {id: b, goal: y} ]\n',
        'tasks: [ {id: b, goal: y},  # 1\n {id: a, goal: x} ]\n',
      ],
      [
        'tasks:\n- id: a\n  goal: x\n- id: b\n  goal: y',
        'tasks:\n- id: b\n  goal: y\n- id: a\n  goal: x',
      ],
      [
        'tasks:\n-\n  id: a\n  goal: x\n-\n  id: b\n  goal: y\n...\n',
        'tasks:\n-\n  id: b\n  goal: y\n-\n  id: a\n  goal: x\n...\n',
      ],
      [
        'tasks:\n  - id: a\n    goal: |+\n      x\n\n  - id: b\n    goal: y\n',
        'tasks:\n  - id: b\n    goal: y\n  - id: a\n    goal: |+\n      x\n\n',
      ],
      [
        'tasks:\n  - id: a\n    goal: x\n  - id: b\n    goal: y\n  # - id: later\n  #   goal: z\n\nverify: x\n',
        'tasks:\n  - id: b\n    goal: y\n  - id: a\n    goal: x\n  # - id: later\n  #   goal: z\n\nverify: x\n',
      ],
    ] as const)
      assert.equal(text(HEAD + before, 'b', 'before', 'a'), HEAD + after);
  });

  it('is refused, with nothing written, where the order would mislead', () => {
    const linked = `${HEAD}tasks:
  - { id: a, title: Total of the cart, goal: x }
  - { id: b, goal: x, dependsOn: [a] }
  - { id: whole, goal: x }
  - { id: part, goal: x, parent: whole }
`;
    const refusal = (message: string) => ({ ok: false, message });
    assert.deepEqual(
      text(linked, 'b', 'before', 'a'),
      refusal('b waits for Total of the cart, so it stays below it.'),
    );
    assert.deepEqual(
      text(linked, 'a', 'after', 'whole'),
      refusal('b waits for Total of the cart, so it stays below it.'),
    );
    assert.deepEqual(
      text(linked, 'whole', 'after', 'part'),
      refusal('part is a part of whole, so it stays below it.'),
    );
    assert.equal(typeof text(linked, 'whole', 'before', 'a'), 'string');
  });

  it('may stand above what it waits for where it did before', () => {
    const odd = `${HEAD}tasks:\n  - { id: b, goal: x, dependsOn: [a] }\n  - { id: a, goal: x }\n  - { id: c, goal: x }\n`;
    assert.equal(typeof text(odd, 'c', 'before', 'b'), 'string');
  });

  it('is refused for a file that is missing or broken, and for tasks that are not there', async () => {
    const refused = async (): Promise<string> => {
      const answer = (await move('a', 'before', 'b')) as { ok: boolean; message: string };
      assert.equal(answer.ok, false);
      return answer.message;
    };
    assert.match(await refused(), /^There is no devs\.yaml/);
    workspace.write('devs.yaml', 'tasks: {');
    assert.match(await refused(), /^Correct devs\.yaml first: /);
    assert.equal(workspace.read(), 'tasks: {');
    workspace.write('devs.yaml', `${HEAD}tasks: [{ id: a, goal: x }]\n`);
    assert.equal(await refused(), 'There is no task "b" in devs.yaml.');
  });

  it('is refused where only other lines could make it right', () => {
    const anchored = `${HEAD}tasks:\n  - { id: a, goal: &g x }\n  - { id: b, goal: *g }\n`;
    assert.match(
      (text(anchored, 'b', 'before', 'a') as { message: string }).message,
      /^b was not moved\. .*anchor must be set before/,
    );
    const inOneLine = `${HEAD}? tasks\n: - { id: a, goal: x }\n  - { id: b, goal: y }\n`;
    assert.match(
      (text(inOneLine, 'b', 'before', 'a') as { message: string }).message,
      /^b was not moved\. .*edit the file yourself/,
    );
  });

  it('changes nothing where it is there already', async () => {
    workspace.write('devs.yaml', LIST);
    assert.deepEqual(await move('a', 'before', 'b'), { ok: true, message: 'Moved a before b.' });
    assert.deepEqual(await move('a', 'after', 'a'), { ok: true, message: 'Moved a after a.' });
    assert.equal(workspace.read(), LIST);
  });
});

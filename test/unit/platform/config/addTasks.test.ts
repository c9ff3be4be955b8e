import assert from 'node:assert/strict';
import { chmodSync, lstatSync, readdirSync, renameSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { addTasks } from '../../../../src/platform/config/addTasks';
import type { NewTask } from '../../../../src/model/task/newTask';
import { describeHiddenCharacter } from '../../../../src/text/hiddenCharacter';
import { replaceFile } from '../../../../src/platform/config/replaceFile';
import { nodeDurableFs, type DurableFs } from '../../../../src/platform/state/files/durableFile';
import { configOf, HEAD } from './problemsOf';
import { ScratchWorkspace } from './scratchWorkspace';

const ODD =
  'version: 1   # one\n\nagents: {one: {type: "command",\n   command: run}} # odd   spacing\n\n';
const NEW = { id: 'new', title: 'New', goal: 'First.\nSecond.' };

describe('a task added to devs.yaml', () => {
  let workspace: ScratchWorkspace;
  beforeEach(() => (workspace = new ScratchWorkspace()));
  afterEach(() => {
    workspace.dispose();
  });

  const add = (task: Partial<NewTask> = {}) => addTasks(workspace.options, [{ ...NEW, ...task }]);

  const item = (indent: string) =>
    ['- id: new', '  title: New', '  goal: |', '    First.', '    Second.', '']
      .join(`\n${indent}`)
      .slice(0, -indent.length || undefined);

  it('is there once that is said, however many come at once', async () => {
    workspace.write('devs.yaml', HEAD);
    const ids = Array.from({ length: 8 }, (_, index) => `new-${index}`);
    const answers = await Promise.all(ids.map((id) => add({ id })));
    const said = ids.filter((_, index) => answers[index]?.ok);
    assert.ok(said.length > 0);
    assert.deepEqual(
      configOf(workspace.read())
        .tasks.map(({ id }) => id)
        .toSorted(),
      said,
    );
  });

  /** [what follows the head, what it becomes] */
  const places: readonly (readonly [string, string, string])[] = [
    ['without tasks', 'verify: x # c\n', `verify: x # c\n\ntasks:\n  ${item('  ')}`],
    ['without a last line end', 'verify: x', `verify: x\n\ntasks:\n  ${item('  ')}`],
    ['with "tasks:" alone', 'tasks: # mine\n# end\n', `tasks: # mine\n  ${item('  ')}# end\n`],
    [
      'with empty tasks',
      'tasks: []  # none\nverify: x\n',
      `tasks:  # none\n  ${item('  ')}verify: x\n`,
    ],
    [
      'with tasks at the margin',
      'tasks:\n- id: a # i\n  goal: |+\n    g\n\n# end\n',
      `tasks:\n- id: a # i\n  goal: |+\n    g\n\n${item('')}# end\n`,
    ],
    [
      'with tasks far in',
      'tasks:\n    - {id: a,  goal: g} # c\n\n\n    # - id: z\nverify: x\n',
      `tasks:\n    - {id: a,  goal: g} # c\n    ${item('    ')}\n\n    # - id: z\nverify: x\n`,
    ],
  ];
  for (const [name, before, after] of places)
    for (const ends of ['\n', '\r\n'])
      it(`leaves every other line as it is: ${name}${ends === '\n' ? '' : ', CRLF'}`, async () => {
        workspace.write('devs.yaml', (ODD + before).replaceAll('\n', ends));
        assert.deepEqual(await add(), { ok: true, message: 'Task "new" was added to devs.yaml.' });
        assert.equal(workspace.read(), (ODD + after).replaceAll('\n', ends));
        assert.deepEqual(readdirSync(workspace.folder), ['devs.yaml']);
      });

  it('finds its place in any way to write the list', async () => {
    for (const tasks of [
      'tasks: [{id: a, goal: g}] # c',
      'tasks: ~',
      'tasks: null',
      '"tasks":\n  - &t\n    id: a\n    goal: g\n...\n',
      'tasks: &x []',
      'tasks: !!seq\n- id: a\n  goal: g',
    ]) {
      workspace.write('devs.yaml', `\uFEFF# kept\n${HEAD}${tasks}`);
      const answer = await add();
      assert.ok(answer.ok, answer.message);
      assert.ok(workspace.read().startsWith('\uFEFF# kept\n'), tasks);
      assert.equal(configOf(workspace.read()).tasks.at(-1)?.goal, 'First.\nSecond.\n', tasks);
    }
  });

  it('is what was asked for, whatever the texts', async () => {
    const text = fc
      .oneof(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.constantFrom(
          'a: b',
          '# no',
          '- x',
          '"',
          "'",
          '*a',
          '&a',
          '!x',
          '%',
          '@',
          '`',
          '{',
          '[',
          '~',
          'null',
          'yes',
          '1',
          '1e3',
          '|',
          '> x',
          '---',
          '...',
          ' lead',
          'x\r\ny',
          'x\u2028y',
          'x\u2029 y',
          'x\n\n  y\n z',
          '\\n',
          '${HOME}',
          '💥',
          'x'.repeat(300),
        ),
      )
      .filter((value) => /\S/.test(value) && !value.includes('\0'));
    const line = text.filter((value) => !/[\r\n]/.test(value) && value.length <= 1000);
    const command = line.filter((value) => describeHiddenCharacter('', value) === undefined);
    const agents = fc.constantFrom('one', 'two', 'yes', 'null');
    const ids = ['a', '1', '1e3', 'no', 'x.y-z_0'];
    const before = `agent: one\nagents:\n${['one', 'two', 'yes', 'null'].map((name) => `  "${name}": { type: command, command: run } # ${name}\n`).join('')}version: 1\ntasks:\n${ids.map((id) => `  - { id: "${id}",  goal: g } # ${id}\n`).join('')}`;
    await fc.assert(
      fc.asyncProperty(
        ...[line, text, command, agents, fc.shuffledSubarray(ids)],
        async (title, goal, verify, agent, dependsOn) => {
          workspace.write('devs.yaml', before);
          const answer = await add({ title, goal, verify, agent, dependsOn });
          assert.ok(answer.ok, answer.message);
          assert.ok(workspace.read().startsWith(before));
          const task = configOf(workspace.read()).tasks.at(-1);
          assert.equal(task?.title, title.trim());
          assert.equal(task.goal.trim(), goal.replace(/\r\n?/g, '\n').trim());
          assert.equal(task.verify, verify.trim());
          assert.equal(task.agent, agent);
          assert.deepEqual(task.dependsOn, dependsOn);
        },
      ),
      { numRuns: 100, examples: [['x\u2028y', 'x\u2028y\nz', 'v', 'one', []]] },
    );
  });

  it('leaves out a title that says no more than the id, and an empty verify', async () => {
    workspace.write('devs.yaml', `${HEAD}tasks:\n`);
    await add({ id: ' x ', title: 'x', goal: ' g ', verify: '  ' });
    assert.equal(workspace.read(), `${HEAD}tasks:\n  - id: x\n    goal: g\n`);
  });

  it('has its agent and the tasks that it waits for, each once', async () => {
    const before = `${HEAD}tasks:\n  - { id: a, goal: g } # kept\n  - { id: b, goal: g }\n`;
    workspace.write('devs.yaml', before);
    assert.ok((await add({ goal: 'g', agent: 'one', dependsOn: ['b', 'a', 'b'] })).ok);
    const added =
      '  - id: new\n    title: New\n    goal: g\n    agent: one\n    dependsOn:\n      - b\n      - a\n';
    assert.equal(workspace.read(), before + added);
  });

  it('has no key for no agent and no dependencies', async () => {
    workspace.write('devs.yaml', `${HEAD}tasks:\n`);
    await add({ title: '', goal: 'g', agent: ' ', dependsOn: [] });
    assert.equal(workspace.read(), `${HEAD}tasks:\n  - id: new\n    goal: g\n`);
  });

  it('is refused for an agent or a task that is not there, and for waiting for itself', async () => {
    const text = `${HEAD}tasks: [{ id: add-users, goal: g }]\n`;
    workspace.write('devs.yaml', text);
    const refusals = [
      [{ agent: 'two' }, 'There is no agent "two"; known agents: one.'],
      [{ dependsOn: ['add-user'] }, 'There is no task "add-user"; did you mean "add-users"?'],
      [{ dependsOn: ['new'] }, 'Task "new" cannot depend on itself; remove this.'],
    ] as const;
    for (const [task, why] of refusals)
      assert.deepEqual(await add(task), { ok: false, message: `The task was not added. ${why}` });
    assert.equal(workspace.read(), text);
  });

  it('is refused, and nothing written, when its id is taken or it is not valid', async () => {
    const text = `${HEAD}tasks: [{ id: new, goal: g }]\n`;
    workspace.write('devs.yaml', text);
    assert.equal(
      (await add()).message,
      'There is already a task "new" in devs.yaml; choose another id.',
    );
    const { message } = await add({ id: 'a b', goal: '' });
    assert.match(
      message,
      /^The task was not added\. "id" is "a b"; it must be letters.* "goal" is ""; it must be/,
    );
    assert.equal(workspace.read(), text);
  });

  it('is refused for a verify command with a character that cannot be seen', async () => {
    workspace.write('devs.yaml', HEAD);
    assert.equal(
      (await add({ verify: 'npm\u200b test' })).message,
      'The task was not added. The verify command contains a character that cannot be seen (\\u{200b}); type it again without.',
    );
    assert.equal(workspace.read(), HEAD);
  });

  it('is refused when the file is missing or wrong already', async () => {
    assert.equal((await add()).message, 'There is no devs.yaml; `devs init` creates one.');
    workspace.write('devs.yaml', `${HEAD}verfy: x\n`);
    assert.equal(
      (await add()).message,
      'Correct devs.yaml first: devs.yaml:3: Unknown key "verfy"; did you mean "verify"?',
    );
    assert.equal(workspace.read(), `${HEAD}verfy: x\n`);
  });

  it('keeps the file’s permissions, and a link a link', async () => {
    workspace.write('devs.yaml', HEAD);
    chmodSync(workspace.file, 0o640);
    renameSync(workspace.file, join(workspace.folder, 'real.yaml'));
    symlinkSync('real.yaml', workspace.file);
    assert.ok((await add()).ok);
    assert.ok(lstatSync(workspace.file).isSymbolicLink());
    assert.equal(statSync(workspace.file).mode & 0o777, 0o640);
  });

  it('does not overwrite what somebody else wrote meanwhile', async () => {
    workspace.write('devs.yaml', 'theirs');
    assert.equal(await replaceFile(workspace.file, { expected: 'before', next: 'ours' }), false);
    assert.equal(workspace.read(), 'theirs');
  });

  it('does not overwrite what another process writes while it writes itself', async () => {
    workspace.write('devs.yaml', 'before');
    const fs: DurableFs = {
      ...nodeDurableFs,
      fsync: (fd) => {
        nodeDurableFs.fsync(fd);
        workspace.write('devs.yaml', 'theirs');
      },
    };
    const change = { expected: 'before', next: 'ours' };
    assert.equal(await replaceFile(workspace.file, change, fs), false);
    assert.equal(workspace.read(), 'theirs');
    assert.deepEqual(readdirSync(workspace.folder), ['devs.yaml']);
  });
});

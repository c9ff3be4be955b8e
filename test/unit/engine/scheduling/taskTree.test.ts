import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { TaskDefinition, TaskStatus } from '../../../../src/model/task/task';
import { nextTask } from '../../../../src/engine/scheduling/nextTask';
import { countingTask, isWithin, whyWaiting } from '../../../../src/engine/scheduling/taskTree';
import { configOf, taskOf } from '../../../support/scriptedRun';
import { QueueState } from './queueState';

/** `id` or `id<parent`, then what it depends on: "c<p x y". */
function tree(...lines: readonly string[]): readonly TaskDefinition[] {
  return lines.map((line) => {
    const [name = '', ...dependsOn] = line.split(' ');
    const [id = '', parent] = name.split('<');
    return taskOf({
      id,
      title: id.toUpperCase(),
      dependsOn,
      ...(parent === undefined ? {} : { parent }),
    });
  });
}

/** Why the task waits, where the others stand as said. */
function waiting(
  tasks: readonly TaskDefinition[],
  id: string,
  statuses: Readonly<Record<string, TaskStatus>> = {},
): string | undefined {
  const state = new QueueState(tasks);
  for (const [other, status] of Object.entries(statuses)) state.set(other, status);
  const task = tasks.find((one) => one.id === id);
  assert.ok(task);
  return whyWaiting(configOf({ tasks }), state, task);
}

describe('the tree of tasks', () => {
  const config = configOf({ tasks: tree('a', 'b<a', 'c<b', 'd') });

  it('a task counts on its topmost ancestor, one without on itself, an unknown one too', () => {
    assert.deepEqual(
      ['a', 'b', 'c', 'd', 'gone'].map((id) => countingTask(config, id)),
      ['a', 'a', 'a', 'd', 'gone'],
    );
  });

  it('a task is within itself and all its ancestors', () => {
    const within = (id: string): string =>
      ['a', 'b', 'c', 'd', 'gone'].filter((other) => isWithin(config, id, other)).join('');
    assert.deepEqual(['a', 'b', 'c', 'd', 'gone'].map(within), ['a', 'ab', 'abc', 'd', 'gone']);
  });

  it('answers for a chain of ten thousand subtasks', () => {
    const tasks = Array.from({ length: 10_000 }, (_, index) =>
      taskOf({ id: `t${index}`, ...(index > 0 && { parent: `t${index - 1}` }) }),
    );
    const deep = configOf({ tasks });
    assert.equal(countingTask(deep, 't9999'), 't0');
    assert.equal(isWithin(deep, 't9999', 't0'), true);
    assert.equal(nextTask(deep, new QueueState(tasks), undefined)?.id, 't9999');
  });
});

describe('whyWaiting', () => {
  it('a task that waits for nothing can run', () => {
    assert.equal(waiting(tree('a', 'b'), 'a', { b: 'blocked' }), undefined);
  });

  it('names an ancestor that needs the human, whatever else there is', () => {
    const tasks = tree('x', 'p', 'c<p x');
    for (const status of ['PAUSED_FOR_INTERVENTION', 'aborted_stuck', 'blocked'] as const)
      assert.equal(waiting(tasks, 'c', { p: status }), 'is part of P, which needs you');
  });

  it('names the first subtask that is not finished', () => {
    const tasks = tree('p', 'a<p', 'b<p');
    assert.equal(waiting(tasks, 'p', { a: 'done' }), 'waits for its subtask B');
    assert.equal(waiting(tasks, 'p', { a: 'skipped', b: 'done_partial' }), undefined);
  });

  it('names what it depends on, and what can be done where that was skipped', () => {
    const tasks = tree('x', 'y', 'a x y');
    assert.equal(waiting(tasks, 'a', { x: 'done' }), 'waits for Y');
    assert.equal(waiting(tasks, 'a', { x: 'done', y: 'done_partial' }), undefined);
    assert.equal(
      waiting(tasks, 'a', { x: 'skipped', y: 'done' }),
      'waits for X, which was skipped: retry that one, or remove it from "dependsOn"',
    );
  });

  it('a subtask waits for what its ancestors depend on', () => {
    const tasks = tree('x', 'g x', 'p<g', 'c<p', 's<g');
    assert.equal(waiting(tasks, 's'), 'waits for X, on which its parent G depends');
    assert.equal(waiting(tasks, 'c'), 'waits for X, on which G depends, which it is part of');
    assert.equal(
      waiting(tasks, 's', { x: 'skipped' }),
      'waits for X, on which its parent G depends; it was skipped: retry that one, or remove it from "dependsOn"',
    );
    assert.equal(waiting(tasks, 'c', { x: 'done' }), undefined);
    // Whoever retries a subtask of a skipped task wants it to run.
    assert.equal(waiting(tasks, 's', { g: 'skipped' }), undefined);
  });

  it('a subtask does not wait for what waits for it', () => {
    assert.equal(waiting(tree('c<p', 'p c'), 'c'), undefined);
    assert.equal(waiting(tree('c<p', 'x c', 'p x'), 'c'), undefined);
    assert.equal(
      waiting(tree('c<p', 'x c', 'p x', 's<p'), 's'),
      'waits for X, on which its parent P depends',
    );
    // Each parent depends on the other's subtask.
    const crossed = tree('a<p', 'b<q', 'p b', 'q a');
    assert.deepEqual(
      ['a', 'b'].map((id) => waiting(crossed, id)),
      [undefined, undefined],
    );
  });

  it('schedules of any shape come to their end: nobody waits for ever', () => {
    const shape = fc.array(
      fc.record({
        parent: fc.option(fc.nat(99)),
        dependsOn: fc.array(fc.nat(99), { maxLength: 3 }),
      }),
      { minLength: 1, maxLength: 14 },
    );
    fc.assert(
      fc.property(shape, fc.integer(), (drawn, seed) => {
        const tasks = finishable(drawn);
        const config = configOf({ tasks: seed % 2 === 0 ? tasks : tasks.toReversed() });
        const state = new QueueState(tasks);
        for (let left = tasks.length; left > 0; left -= 1) {
          const next = nextTask(config, state, undefined);
          assert.ok(next, `nothing runs, ${left} tasks left`);
          for (const above of ancestors(tasks, next.id))
            for (const id of above.dependsOn)
              assert.ok(
                state.statusOf(id) === 'done' || waitsFor(tasks, id, next.id),
                `${next.id} ran before ${id}, on which ${above.id} depends`,
              );
          state.visit(next.id, 'done');
        }
      }),
      { numRuns: 500 },
    );
  });
});

/** Tasks that can be finished in their order: dependencies and subtasks of each come before it. */
function finishable(
  drawn: readonly { readonly parent: number | null; readonly dependsOn: readonly number[] }[],
): readonly TaskDefinition[] {
  return drawn.map(({ parent, dependsOn }, index) => {
    const above = parent === null ? drawn.length : index + 1 + (parent % (drawn.length - index));
    const below = index === 0 ? [] : dependsOn.map((other) => `t${other % index}`);
    return taskOf({
      id: `t${index}`,
      dependsOn: [...new Set(below)],
      ...(above < drawn.length && { parent: `t${above}` }),
    });
  });
}

function ancestors(tasks: readonly TaskDefinition[], id: string): readonly TaskDefinition[] {
  const parent = tasks.find((task) => task.id === id)?.parent;
  const above = tasks.find((task) => task.id === parent);
  return above === undefined ? [] : [above, ...ancestors(tasks, above.id)];
}

/** Whether the end of `from` comes after the beginning of `to`, by all that tasks wait for. */
function waitsFor(tasks: readonly TaskDefinition[], from: string, to: string): boolean {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const seen = new Set<string>();
  const open = [`end ${from}`];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === `begin ${to}`) return true;
    if (seen.has(node)) continue;
    seen.add(node);
    const [edge, id = ''] = node.split(' ');
    if (edge === 'end') {
      open.push(`begin ${id}`);
      for (const task of tasks) if (task.parent === id) open.push(`end ${task.id}`);
    } else {
      const task = byId.get(id);
      if (task?.parent !== undefined) open.push(`begin ${task.parent}`);
      for (const other of task?.dependsOn ?? []) open.push(`end ${other}`);
    }
  }
  return false;
}

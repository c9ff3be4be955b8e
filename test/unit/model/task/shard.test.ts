import assert from 'node:assert/strict';
import { parseShard, tasksOfShard } from '../../../../src/model/task/shard';

type Task = Parameters<typeof tasksOfShard>[0][number];

function task(id: string, dependsOn: readonly string[] = [], parent?: string): Task {
  return { id, dependsOn, parent };
}

function deal(tasks: readonly Task[], count: number): readonly (readonly string[])[] {
  return Array.from({ length: count }, (_, at) => tasksOfShard(tasks, { number: at + 1, count }));
}

describe('a shard', () => {
  it('is its number and how many there are', () => {
    assert.deepEqual(parseShard('2/8'), { number: 2, count: 8 });
    assert.deepEqual(parseShard('1/1'), { number: 1, count: 1 });
    assert.deepEqual(parseShard('10/100'), { number: 10, count: 100 });
    for (const text of [
      ...['', '2', '/2', '1/', 'a/b', '1/8/2', '0/8', '9/8', '3/2', '1/0', '1/1001'],
      ...['01/2', '1/02', '00/2', '+1/2', '1/+2', '-1/8', '1/-8', ' 1/2', '1/2 ', '1 / 2', '1/2\n'],
      ...['1.5/8', '1.0/2', '1e1/20', '0x1/2', '1_0/20', '１/2', '1\\2', '10000000000/2'],
    ])
      assert.equal(parseShard(text), undefined, JSON.stringify(text));
  });

  it('has each task in exactly one, in the order of devs.yaml, as many in each as can be', () => {
    const tasks = ['a', 'b', 'c', 'd', 'e'].map((id) => task(id));
    assert.deepEqual(deal(tasks, 2), [
      ['a', 'c', 'e'],
      ['b', 'd'],
    ]);
  });

  it('keeps together what waits for each other, at any distance, and subtasks', () => {
    const tasks = [
      task('users'),
      task('login', ['users']),
      task('docs'),
      task('logout', ['login']),
      task('shop'),
      task('cart', [], 'shop'),
    ];
    assert.deepEqual(deal(tasks, 3), [['users', 'login', 'logout'], ['shop', 'cart'], ['docs']]);
  });

  it('is empty where there are fewer groups than shards', () => {
    assert.deepEqual(deal([task('a'), task('b', ['a'])], 3), [['a', 'b'], [], []]);
  });

  it('takes a dependency that is not there for none', () => {
    assert.deepEqual(deal([task('a', ['gone']), task('b')], 2), [['a'], ['b']]);
  });
});

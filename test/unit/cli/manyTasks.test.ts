import assert from 'node:assert/strict';
import type { RunAnswer } from '../../../src/app/api/answers';
import type { TaskOverview } from '../../../src/model/overview/overview';
import { countReads } from '../../support/countReads';
import { anOverview, aTask, devs, fakeApp } from './fakeApp';

/** A chain of tasks that wait for each other, the last one for the first as well. */
function chain(count: number): readonly TaskOverview[] {
  return Array.from({ length: count }, (_, index) =>
    aTask(`t${index}`, { dependsOn: index === 0 ? [] : [`t${index - 1}`, 't0'] }),
  );
}

/** How often a command reads its tasks, for each of them. */
async function readsPerTask(count: number, words: readonly string[]): Promise<number> {
  const { objects, take } = countReads(chain(count));
  const end = { kind: 'waiting', taskIds: ['t1'] } as const;
  const run = (): Promise<RunAnswer> => Promise.resolve({ ok: true, end, message: '' });
  await devs(words, fakeApp(anOverview({ tasks: objects }), { run }));
  return take() / count;
}

describe('a command over many tasks', () => {
  for (const words of [['status'], ['status', '--json'], ['status', 't1'], ['run']])
    it(`reads each of them no more often the more there are: devs ${words.join(' ')}`, async () => {
      const [few, many] = [await readsPerTask(20, words), await readsPerTask(200, words)];
      assert.ok(few > 1, `${few} reads of each`);
      assert.ok(many <= few + 1, `${few} reads of each of 20 tasks, ${many} of each of 200`);
    });
});

import assert from 'node:assert/strict';
import { REFUSED } from '../../../../src/model/guard/refusalTexts';
import { lines, Scratch } from './support';

const AT = '2026-11-28T09:00:00.000Z';
let count = 0;
const record = (kind: string, members: object = {}): object => {
  count += 1;
  return { id: `r${count}`, at: AT, folder: '/shop', kind, ...members };
};
const call = (id: string, command: string): object => ({
  ...{ tool: 'Bash', args: JSON.stringify({ command }), call: id },
});

describe('the file of a guarded session', () => {
  const scratch = new Scratch();
  after(() => scratch.remove());

  it('is a run: what was asked, its calls with their results, what the agent said', async () => {
    const { runs, problems } = await scratch.read(
      `\n${lines(
        record('started'),
        record('prompt', { text: 'Fix the cart.' }),
        record('call', call('1', 'npm test')),
        record('result', { ...call('1', 'npm test'), result: '1 failing', error: true }),
        record('not a loop'),
        record('snoozed', { until: AT }),
        record('stop', { text: 'I need help.' }),
        record('prompt', { text: 'Look at round.js.' }),
        record('result', { ...call('2', 'cat round.js'), result: 'x' }),
        record('ended'),
      )}`,
      'claude.s1.jsonl',
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(
      runs.map(({ asked, steps }) => [
        asked,
        steps.map(({ tool, result, thought, error, asked: said }) => ({
          ...{ tool, result, thought, error, said },
        })),
      ]),
      [
        [
          'Fix the cart.',
          [
            { tool: 'Bash', result: '1 failing', thought: '', error: true, said: 'Fix the cart.' },
            { tool: '', result: '', thought: 'I need help.', error: undefined, said: undefined },
            { tool: 'Bash', result: 'x', thought: '', error: undefined, said: 'Look at round.js.' },
          ],
        ],
      ],
    );
  });

  it('counts its steps from 1, tells what was called at once, and leaves out what Devs refused', async () => {
    const { runs } = await scratch.read(
      lines(
        record('call', call('1', 'a')),
        record('call', call('2', 'b')),
        record('result', { ...call('2', 'b'), result: 'B' }),
        record('result', { ...call('1', 'a'), result: 'A' }),
        record('call', call('3', 'c')),
        record('call', call('4', 'd')),
        record('result', { ...call('4', 'd'), result: `${REFUSED}\n…`, error: true }),
        record('stop', { text: '' }),
      ),
    );
    const [run] = runs;
    assert.deepEqual(
      run?.steps.map(({ number, result, madeWith }) => [number, result, madeWith]),
      [
        [1, 'A', undefined],
        [2, 'B', 1],
      ],
    );
  });

  it('counts a call once that two hooks report', async () => {
    const twice = (one: object): readonly object[] => [one, one];
    const { runs } = await scratch.read(
      lines(
        ...twice(record('call', call('1', 'a'))),
        ...twice(record('result', { ...call('1', 'a'), result: 'A' })),
      ),
    );
    assert.deepEqual(
      runs[0]?.steps.map(({ number, result }) => [number, result]),
      [[1, 'A']],
    );
  });

  it('is read where calls have no ids, and a sub-agent has a run of its own', async () => {
    const bare = { tool: 'Bash', args: '{"command":"ls"}' };
    const { runs } = await scratch.read(
      lines(
        record('call', bare),
        record('call', { ...bare, thread: 'explorer' }),
        record('result', { ...bare, thread: 'explorer', result: 'theirs' }),
        record('result', { ...bare, result: 'ours' }),
      ),
      'codex.s2.jsonl',
    );
    assert.deepEqual(
      runs.map(({ id, steps }) => [id, steps.map(({ result }) => result)]),
      [
        ['codex.s2', ['ours']],
        ['codex.s2, sub-agent explorer', ['theirs']],
      ],
    );
  });

  it('loses nothing beside a line that was cut off', async () => {
    const whole = lines(
      record('call', call('1', 'a')),
      record('result', { ...call('1', 'a'), result: 'A' }),
    );
    const { runs, problems } = await scratch.read(`${whole}{"id":"r9","at":"20\n\n${whole}`);
    assert.equal(runs[0]?.steps.length, 2);
    assert.deepEqual(
      problems.map(({ line }) => line),
      [3],
    );
  });
});

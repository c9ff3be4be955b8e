import assert from 'node:assert/strict';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { aRun, FIXTURES, lines, readAll, Scratch } from './support';

describe('recorded runs', () => {
  const scratch = new Scratch();
  after(() => scratch.remove());

  it('a broken line is named and the rest is read', async () => {
    const { items, runs, problems } = await readAll(join(FIXTURES, 'recorded-runs.jsonl'));
    assert.deepEqual(
      runs.map(({ id }) => id),
      ['fix-rounding/1', 'fix-rounding/3'],
    );
    assert.deepEqual(
      problems.map(({ line, message }) => [line, message.split(';')[0]?.split(':')[0]]),
      [
        [2, 'The JSON ends before it is complete'],
        [3, 'Step 2 of 3 of the run "fix-rounding/3" is left out'],
      ],
    );
    assert.deepEqual(
      items.map(({ kind }) => kind),
      ['run', 'problem', 'problem', 'run'],
    );
  });

  it('a broken first line is named as well', async () => {
    const { runs, problems } = await scratch.read(`{"id": "a", "ste\n${lines(aRun('b'))}`);
    assert.deepEqual([runs.map(({ id }) => id), problems.map(({ line }) => line)], [['b'], [1]]);
  });

  it('numbers steps as the recording does where it does so ascending, else by position', async () => {
    const numbers = async (...i: readonly unknown[]): Promise<readonly number[]> => {
      const steps = i.map((number) => ({ i: number, tool: 'ls', args: '', obs: '' }));
      const { runs } = await scratch.read(lines({ id: 'a', steps }));
      return runs[0]?.steps.map(({ number }) => number) ?? [];
    };
    assert.deepEqual(await numbers(3, 5, 9), [3, 5, 9]);
    assert.deepEqual(await numbers(3, 3, 9), [0, 1, 2]);
    assert.deepEqual(await numbers(3, undefined, 9), [0, 1, 2]);
    assert.deepEqual(await numbers(1, 2.5, '3'), [0, 1, 2]);
    assert.deepEqual(await numbers(-1, 0, 1), [0, 1, 2]);
  });

  it('reads members of any type, and missing ones', async () => {
    const steps = [
      { tool: 'read', args: { path: 'a' }, obs: ['x', 1], thought: null, err: 'yes' },
      { tool: 7 },
      {},
    ];
    const { runs, problems } = await scratch.read(lines({ id: 12, steps }));
    assert.deepEqual(problems, []);
    assert.equal(runs[0]?.id, '12');
    const nothing = { args: '', result: '', thought: '' };
    assert.deepEqual(runs[0].steps, [
      { number: 0, tool: 'read', args: '{"path":"a"}', result: '["x",1]', thought: '' },
      { number: 1, tool: '7', ...nothing },
      { number: 2, tool: '', ...nothing },
    ]);
  });

  it('names a run without an id after its file', async () => {
    const { runs } = await scratch.read(lines({ ...aRun(''), id: null }, aRun('')), 'mine.jsonl');
    assert.deepEqual(
      runs.map(({ id }) => id),
      ['mine', 'mine:2'],
    );
  });

  it('tells gzip from plain text by the content', async () => {
    const text = lines(aRun('a'), aRun('b'));
    const zipped = await scratch.read(gzipSync(text), 'zipped.jsonl');
    const plain = await scratch.read(text, 'plain.jsonl.gz');
    assert.deepEqual([zipped.runs.length, plain.runs.length], [2, 2]);
    assert.deepEqual([...zipped.problems, ...plain.problems], []);
  });

  it('keeps what comes before the end of a truncated gzip', async () => {
    const runs = Array.from({ length: 2_000 }, (_, n) => aRun(`run ${n * 7919}`, 3));
    const zipped = gzipSync(lines(...runs));
    const cut = await scratch.read(zipped.subarray(0, Math.floor(zipped.length / 2)));
    assert.ok(cut.runs.length > 500 && cut.runs.length < 1_500, String(cut.runs.length));
    assert.match(
      cut.problems.at(-1)?.message ?? '',
      /damaged, only the part before the damage is read/,
    );
  });

  it('does not mind a byte order mark, Windows line ends, blank lines and bytes that are no UTF-8', async () => {
    const text = `\ufeff${lines(aRun('a'))}\r\n\r\n  \r\n${JSON.stringify(aRun('b'))}\r\n`;
    const bytes = Buffer.concat([
      Buffer.from(text),
      Buffer.from('{"id":"c\xff\xfe","steps":[]}', 'latin1'),
    ]);
    const { runs, problems } = await scratch.read(bytes);
    assert.deepEqual(
      runs.map(({ id }) => id),
      ['a', 'b', 'c\ufffd\ufffd'],
    );
    assert.deepEqual(problems, []);
  });

  it('reads a list of runs in one document', async () => {
    const { runs } = await scratch.read(JSON.stringify([aRun('a'), aRun('b')], null, 2));
    assert.deepEqual(
      runs.map(({ id }) => id),
      ['a', 'b'],
    );
  });

  it('says what a run must have', async () => {
    const { runs, problems } = await scratch.read(lines(aRun('a'), { id: 'b', steps: 'none' }, {}));
    assert.equal(runs.length, 1);
    assert.deepEqual(
      problems.map(({ line, message }) => [line, /"steps"/.test(message)]),
      [
        [2, true],
        [3, true],
      ],
    );
  });
});

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readRecordings } from '../../../../src/app/read/replayRecordings';
import type { RecordingItem } from '../../../../src/model/steps/replayedRun';
import { aRun, lines, Scratch } from './support';

const QUESTION = { type: 'user', sessionId: 's', message: { role: 'user', content: 'Hello?' } };
/** Calls with results as no program is known to print them. */
const STRANGE = Array.from({ length: 4 }, (_, at) => [
  { type: 'tool_begin', what: `npm test ${at}` },
  { type: 'tool_result', gave: '1 failing' },
]).flat();

describe('a recording without a step', () => {
  const scratch = new Scratch();
  after(() => scratch.remove());

  const below = async (folder: string): Promise<readonly RecordingItem[]> => {
    const items: RecordingItem[] = [];
    for await (const item of readRecordings(join(scratch.folder, folder))) items.push(item);
    return items;
  };
  const told = (items: readonly RecordingItem[]): readonly string[] =>
    items.flatMap((item) => (item.kind === 'problem' ? [item.problem.message] : []));

  it('is a problem where calls are in it, told with the first of them and what is known', async () => {
    const { runs, problems } = await scratch.read(lines({ type: 'init' }, ...STRANGE));
    assert.deepEqual(runs, []);
    assert.deepEqual(
      problems.map(({ line }) => line),
      [2],
    );
    const said = /^It contains tool calls, but no step could be read: .* Known formats: .*Cursor/;
    assert.match(problems[0]?.message ?? '', said);
    const session = { sessionId: 's', messages: STRANGE };
    for (const content of [JSON.stringify(session), JSON.stringify(session, undefined, 2)]) {
      const whole = await scratch.read(content);
      assert.deepEqual([whole.runs.length, whole.problems.length], [0, 1]);
    }
  });

  it('is a run where only a user spoke, or the only call was cut off', async () => {
    const use = { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'npm test' } };
    const call = { type: 'assistant', sessionId: 's', message: { id: 'm', content: [use] } };
    const empty = { id: 's', steps: [] };
    for (const content of [lines(QUESTION), lines(QUESTION, call), lines(empty)]) {
      const { runs, problems } = await scratch.read(content);
      assert.deepEqual(
        [runs.map(({ id, steps }) => [id, steps.length]), problems],
        [[['s', 0]], []],
      );
    }
  });

  it('is said of one of several sessions only where none has a step', async () => {
    const other = { ...QUESTION, sessionId: 'other' };
    const none = await scratch.read(lines(QUESTION, other));
    assert.deepEqual(
      none.runs.map(({ id }) => id),
      ['s'],
    );
    const message = { content: [{ type: 'text', text: 'Hello.' }] };
    const one = await scratch.read(lines(QUESTION, { ...other, type: 'assistant', message }));
    assert.deepEqual(
      one.runs.map(({ id }) => id),
      ['other'],
    );
  });

  it('is told one by one where a folder has few, in one sentence where it has many, and the rest is read', async () => {
    for (const [folder, count, problems] of [
      ['few', 3, 3],
      ['many', 40, 1],
    ] as const) {
      mkdirSync(join(scratch.folder, folder));
      scratch.write(lines(aRun('good')), join(folder, 'z.jsonl'));
      for (let at = 0; at < count; at += 1) {
        scratch.write(lines(...STRANGE), join(folder, `strange-${at}.jsonl`));
      }
      const items = await below(folder);
      assert.equal(items.filter(({ kind }) => kind === 'run').length, 1);
      assert.equal(told(items).length, problems);
    }
    assert.match(told(await below('many'))[0] ?? '', /The same applies to 39 more files here\.$/);
  });
});

describe('a folder with no recording of a known format', () => {
  const scratch = new Scratch();
  after(() => scratch.remove());

  it('is told with how many files were looked at, one of them, and what is known', async () => {
    const message = async (): Promise<string> => {
      for await (const item of readRecordings(scratch.folder)) {
        if (item.kind === 'problem') return item.problem.message;
      }
      return '';
    };
    assert.match(await message(), /no file name ends in \.jsonl/);
    mkdirSync(join(scratch.folder, 'shop'));
    scratch.write(lines({ step: 'strange' }), join('shop', 'a.jsonl'));
    const one =
      /the only file that was checked, shop.a\.jsonl, has an unknown format\. Known formats: /;
    assert.match(await message(), one);
    scratch.write('[setup] began\n[agent] ended\n', 'night.agent.log');
    const two =
      /2 files were checked, such as night\.agent\.log, and none has a known format\. Known formats: /;
    assert.match(await message(), two);
  });
});

describe('a log whose lines begin with a word in brackets', () => {
  const scratch = new Scratch();
  after(() => scratch.remove());

  it('is read for the events between them, and is no broken JSON', async () => {
    const message = { content: [{ type: 'text', text: 'Hello.' }] };
    const events = lines(QUESTION, { ...QUESTION, type: 'assistant', message });
    for (const word of ['[setup] began', '[2026-01-02 10:00] began', '[falsely] began']) {
      const { runs, problems } = await scratch.read(`${word}\n${events}[agent] ended\n`);
      assert.deepEqual([runs.length, problems], [1, []], word);
    }
    const prefixed = events.replace(/^/gm, '[stdout] ').replace(/\[stdout\] $/, '');
    const { runs, problems } = await scratch.read(`[setup] {began}\n${prefixed}`);
    assert.deepEqual([runs.map(({ steps }) => steps.length), problems], [[1], []]);
    for (const text of ['[1,\n2]', '[true\n]', '[\n  -1.5e3,\n 2]', '[\n  "a"\n]']) {
      const { problems } = await scratch.read(text);
      assert.match(problems[0]?.message ?? '', /^Its JSON is not a recorded run/, text);
    }
  });
});

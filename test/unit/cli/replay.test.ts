import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../../../src/app/api/app';
import type { StepVerdict } from '../../../src/model/steps/step';
import { anOverview, devs, fakeApp } from './fakeApp';

interface ReplayLine {
  readonly id: string;
  readonly fires: readonly (StepVerdict & { readonly advice?: string })[];
  readonly steps: number;
}

const FAILING = {
  tool: 'bash',
  args: 'npm test',
  obs: '1 failing: expected 2 but got 3',
  err: true,
};

/** A run that makes the same failing call so many times, after two others. */
function looping(id: string, times = 8): object {
  const before = ['ls', 'cat a.js'].map((args) => ({ tool: 'bash', args, obs: `${args} done` }));
  const steps = [...before, ...Array.from({ length: times }, () => FAILING)];
  return { id, steps: steps.map((step, i) => ({ i, thought: '', ...step })) };
}

/** A run in which nothing happens twice. */
function working(id: string): object {
  const words = ['ls', 'cat a.js', 'npm test', 'git diff'];
  return { id, steps: words.map((args, i) => ({ i, tool: 'bash', args, obs: `${args}: ${i}` })) };
}

describe('devs replay', () => {
  const folder = mkdtempSync(join(tmpdir(), 'devs-replay-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  const write = (name: string, ...values: readonly unknown[]): string => {
    const text = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
    writeFileSync(join(folder, name), `${text.join('\n')}\n`);
    return join(folder, name);
  };
  const replayed = (...words: readonly string[]): ReturnType<typeof devs> =>
    devs(['replay', ...words]);
  const jsonLines = (text: string): readonly ReplayLine[] =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as ReplayLine);

  it('prints one JSON object a line for each run, with what fired where and what proves it', async () => {
    const file = write('two.jsonl', looping('a'), working('b'));
    const { code, stdout, stderr } = await replayed('--json', file);
    assert.deepEqual([code, stderr], [0, '']);
    const [first, second, ...more] = jsonLines(stdout);
    assert.deepEqual(more, []);
    assert.deepEqual(Object.keys(first ?? {}).slice(0, 2), ['id', 'fires']);
    assert.deepEqual([second?.id, second?.fires], ['b', []]);
    const stuck = first?.fires.find(({ level }) => level === 'stuck');
    const members = Object.keys(stuck ?? {}).slice(0, 4);
    assert.deepEqual(members, ['step', 'level', 'detector', 'evidence']);
    assert.deepEqual(stuck?.evidence, [2, 3, 4]);
    assert.deepEqual([first?.id, stuck.step, stuck.detector], ['a', 4, 'repeated call']);
    assert.match(
      stuck.advice ?? '',
      /^`npm test` fails each time: `1 failing: expected 2 but got 3`\. Running it again changes nothing\. Tell the agent in a hint:/,
    );
    assert.equal(first?.fires.find(({ level }) => level === 'suspect')?.advice, undefined);
  });

  it('shows a run step by step, what fired, the steps that prove it, and what it would have saved', async () => {
    const { code, stdout } = await replayed(write('one.jsonl', looping('shop/1')));
    assert.equal(code, 0);
    assert.match(
      stdout,
      /■ shop\/1 {2}10 steps, stuck at step 4, would have saved 5 steps \(50 %\)/,
    );
    assert.match(stdout, /\n {2}0 {2}··AAAAAAAA\n {5} {3}▲■\n/);
    assert.match(stdout, /■ stuck at step 4 {2}repeated call \(3 of 3\)/);
    assert.match(
      stdout,
      /\n {4}Advice: `npm test` fails each time: `1 failing: expected 2 but got 3`\./,
    );
    assert.equal(stdout.match(/Advice: /g)?.length, 1);
    for (const step of [2, 3, 4]) {
      assert.ok(stdout.includes(`A ${step}  bash npm test → 1 failing: expected 2 but got 3\n`));
    }
    assert.match(stdout, /1 run, 10 steps: 1 stuck, 0 suspected only, 0 with nothing found\./);
    assert.match(stdout, /would have saved 5 steps \(50 %\)\.\n$/);
  });

  it('draws a single run in which nothing was found as well', async () => {
    const { stdout } = await replayed(write('clean.jsonl', working('b')));
    assert.match(stdout, /✓ b {2}4 steps, nothing found\n\n {2}0 {2}····\n/);
  });

  it('names a few runs with nothing found and counts many', async () => {
    const few = await replayed(write('few.jsonl', working('b'), looping('a'), working('c')));
    assert.match(few.stdout, /✓ b {2}4 steps, nothing found\n✓ c {2}4 steps, nothing found\n/);
    const runs = Array.from({ length: 59 }, (_, n) => working(`w${n}`));
    const many = await replayed(write('many.jsonl', ...runs, looping('a')));
    assert.match(many.stdout, /✓ 59 runs with nothing found\n/);
    assert.doesNotMatch(many.stdout, /w7/);
    assert.match(
      many.stdout,
      /60 runs, 246 steps: 1 stuck, 0 suspected only, 59 with nothing found/,
    );
  });

  it('names a broken line, goes on with the rest and ends with 1', async () => {
    const file = write('broken.jsonl', looping('a'), '{"id": "b", "steps": [', working('c'));
    const asJson = await replayed('--json', file);
    assert.equal(asJson.code, 1);
    assert.deepEqual(
      jsonLines(asJson.stdout).map(({ id }) => id),
      ['a', 'c'],
    );
    assert.ok(asJson.stderr.startsWith(`${file}:2: The JSON ends before it is complete`));
    const asText = await replayed(file);
    assert.equal(asText.code, 1);
    assert.match(asText.stdout, /2 runs, .*\n.*\n1 problem while reading, see above\.\n$/);
  });

  it('tells the first of many broken lines and counts the others', async () => {
    const broken = Array.from({ length: 30 }, () => '{"id": "b",');
    const { stderr } = await replayed(write('worse.jsonl', working('a'), ...broken));
    assert.equal(stderr.split('\n').filter(Boolean).length, 21);
    assert.match(stderr, /… and 10 more of these\.\n$/);
  });

  it('takes limits by name, and refuses what is none', async () => {
    const file = write('limits.jsonl', looping('a'));
    const stuckAt = async (...words: readonly string[]): Promise<readonly number[]> => {
      const { stdout } = await replayed('--json', file, ...words);
      const fires = jsonLines(stdout).flatMap((line) => line.fires);
      return fires
        .filter(({ level, detector }) => level === 'stuck' && detector === 'repeated call')
        .map(({ step }) => step);
    };
    assert.deepEqual(await stuckAt('--limit', 'repeatedCalls=5'), [6]);
    assert.deepEqual(
      await stuckAt('--limit', 'repeatedCalls=5', '--limit', 'repeatedCalls=2'),
      [3],
    );
    const refusals = [
      ['repeatedCall=4', /Did you mean repeatedCalls\?/],
      ['repeatedCalls=1', /must be a whole number from 2 to 50/],
      ['repeatedCalls=many', /must be a whole number from 2 to 50/],
      ['repeatedCalls', /it takes <name>=<number>/],
      ['maxTurns=3', /the names are repeatedCalls, similarCalls/],
    ] as const;
    for (const [words, said] of refusals) {
      const { code, stderr } = await replayed(file, '--limit', words);
      assert.equal(code, 1);
      assert.match(stderr, said);
    }
  });

  it('takes the limits of devs.yaml where there is one, and says where it is wrong', async () => {
    const file = write('yaml.jsonl', looping('a'));
    const overview = anOverview();
    const having = (change: Partial<typeof overview>): App => fakeApp({ ...overview, ...change });
    const limits = { ...overview.limits, repeatedCalls: 4 };
    const stuckIn = async (app: App): Promise<number | undefined> => {
      const { stdout } = await devs(['replay', '--json', file], app);
      return jsonLines(stdout)[0]?.fires.find(
        ({ level, detector }) => level === 'stuck' && detector === 'repeated call',
      )?.step;
    };
    assert.equal(await stuckIn(having({ config: { kind: 'ok' }, limits })), 5);
    assert.equal(await stuckIn(having({ config: { kind: 'missing' }, limits })), 4);
    const invalid = having({ config: { kind: 'invalid', problems: [] }, limits });
    const { code, stderr } = await devs(['replay', file], invalid);
    assert.equal(code, 0);
    assert.match(stderr, /devs\.yaml is not valid: the built-in limits are used/);
  });

  it('says calmly that a run has no step, and counts such runs where they are many', async () => {
    const empty = (count: number): object[] =>
      Array.from({ length: count }, (_, at) => ({ id: `e${at}`, steps: [] }));
    const one = await replayed(write('empty.jsonl', ...empty(1)));
    assert.deepEqual([one.code, one.stderr], [0, '']);
    const words = 'no call with a result and no text of an agent';
    assert.ok(one.stdout.startsWith(`○ e0  no step: ${words}\n`), one.stdout);
    assert.match(one.stdout, /1 run, 0 steps: .*, 0 with nothing found, 1 without a step\./);
    const few = await replayed(write('some.jsonl', working('b'), ...empty(2)));
    assert.match(few.stdout, /✓ b {2}4 steps, nothing found\n○ e0 {2}no step.*\n○ e1 {2}no step/);
    const many = await replayed(write('lots.jsonl', working('b'), ...empty(80)));
    assert.equal(many.stdout.match(/○/g)?.length, 1);
    assert.ok(many.stdout.includes(`○ 80 runs without a step: ${words}\n`), many.stdout);
  });

  it('looks for recordings in folders and passes over what is none', async () => {
    mkdirSync(join(folder, 'history', 'shop'), { recursive: true });
    write(join('history', 'shop', 'b.jsonl'), working('b'));
    write(join('history', 'a.jsonl'), looping('a'));
    write(join('history', 'package.json'), { name: 'shop' });
    write(join('history', 'notes.md'), '# Notes');
    const { code, stdout, stderr } = await replayed('--json', join(folder, 'history'));
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(
      jsonLines(stdout).map(({ id }) => id),
      ['a', 'b'],
    );
    mkdirSync(join(folder, 'empty'));
    const empty = await replayed(join(folder, 'empty'));
    assert.equal(empty.code, 1);
    assert.match(
      empty.stderr,
      /There is no recording in this folder or its subfolders: no file name ends in \.jsonl/,
    );
  });

  it('lets nothing that an agent wrote control the terminal', async () => {
    const evil = '\u001b]0;owned\u0007\u001b[2J\u202e';
    const step = { tool: `b${evil}ash`, args: `ls ${evil}`, obs: evil, thought: evil };
    const steps = Array.from({ length: 6 }, () => step);
    const file = write('evil.jsonl', { id: `run${evil}`, steps }, `{"id": "${evil}`);
    for (const words of [[file], ['--json', file]]) {
      const { stdout, stderr } = await replayed(...words);
      assert.ok(stdout.includes('run'));
      for (const sign of ['\u0007', '\u001b', '\u202e'])
        assert.ok(!(stdout + stderr).includes(sign));
    }
  });

  it('says so where no run was read, and is honest about shares that are nearly all', async () => {
    const { stdout } = await replayed(write('nothing.jsonl', 'hello'));
    assert.equal(stdout, 'No run was read.\n1 problem while reading, see above.\n');
    const long = await replayed(write('long.jsonl', looping('r'.repeat(5_000), 3_000)));
    assert.match(long.stdout, /^■ r{99}… {2}3,002 steps, .* saved 2,997 steps \(over 99 %\)\n/);
  });

  it('names files of a folder alike, however the folder was named', async () => {
    write(join('history', 'a.jsonl'), looping('a'));
    const { stdout } = await replayed('--json', `${join(folder, 'history')}/`);
    assert.ok(stdout.includes(`"file":"${join(folder, 'history', 'a.jsonl')}"`));
  });

  it('wants to know of what', async () => {
    const { code, stderr } = await replayed();
    assert.equal(code, 1);
    assert.match(stderr, /[Mm]issing required argument 'file'/);
  });
});

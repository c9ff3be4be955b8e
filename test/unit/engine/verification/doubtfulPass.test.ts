import assert from 'node:assert/strict';
import type { TestCase } from '../../../../src/model/verification/testRun';
import {
  configOf,
  FAILED,
  PASSED,
  ScriptedRun,
  type ScriptedTurn,
} from '../../../support/scriptedRun';

type Edits = Readonly<Record<string, string | null>>;

const TEST = 'test/cart.test.js';
const STUB = 'test/stub.js';
const DATA = 'test/fixtures/data.txt';
const config = configOf({ baseline: true, tasks: configOf().tasks });

/**
 * A runner of tests: each line `name: text` of a test file passes if `src/code.js` contains the text,
 * `skip name: …` is skipped. A stub or data beside the tests count as code. The script of package.json may end with `|| true`.
 */
function runTests({ files }: ScriptedRun): NonNullable<ScriptedTurn['verify']> {
  const code = ['src/code.js', STUB, DATA].map((path) => files.get(path) ?? '').join(' ');
  const cases = [...files]
    .filter(([path]) => path.endsWith('.test.js'))
    .flatMap(([, text]) => text.split('\n'))
    .map((line): TestCase => {
      const [name = '', wanted = ''] = line.split(': ');
      if (name.startsWith('skip ')) return { id: name.slice(5), outcome: 'skipped' };
      return { id: name, outcome: code.includes(wanted) ? 'passed' : 'failed' };
    });
  const idsOf = (wanted: string): readonly string[] =>
    cases.filter(({ outcome }) => outcome === wanted).map(({ id }) => id);
  const failingTests = idsOf('failed');
  const measurement = {
    passed: idsOf('passed').length,
    failed: failingTests.length,
    skipped: idsOf('skipped').length,
  };
  const isForced =
    files.get('package.json')?.includes('|| true') === true || code.includes('exit 0');
  return {
    end: failingTests.length === 0 || isForced ? PASSED : FAILED,
    output: `${failingTests.length} failing`,
    ...(measurement.passed + measurement.failed > 0 ? { measurement, failingTests, cases } : {}),
  };
}

/** A project in which `adds` passes and `sums` fails until the code contains "sum". */
async function project(turns: readonly (Edits | ScriptedTurn)[], change = {}) {
  const script = (call: number): ScriptedTurn => {
    const turn = turns[call - 1] ?? turns.at(-1) ?? {};
    return 'edits' in turn ? turn : { edits: turn as Edits };
  };
  const run = await ScriptedRun.create(script, { ...config, ...change });
  run.files.set('src/code.js', 'add');
  run.files.set(TEST, 'adds: add\nsums: sum');
  run.files.set(DATA, 'data');
  run.files.set('package.json', JSON.stringify({ scripts: { test: 'mocha' } }));
  run.verification = () => runTests(run);
  return run;
}

const reasonOf = (run: ScriptedRun, index = 0): string => {
  const turn = run.store.listTurns('fix')[index];
  return turn === undefined || turn.outcome === 'running' ? '' : turn.reason;
};

const SOLVED: Edits = { 'src/code.js': 'add sum' };

describe('a pass that proves nothing', () => {
  for (const [what, edits, reason] of [
    [
      'the failing test is deleted',
      { [TEST]: 'adds: add' },
      /1 test ran, 2 before \(no longer: sums\)/,
    ],
    ['it is skipped', { [TEST]: 'adds: add\nskip sums: sum' }, /no longer: sums/],
    [
      'its file is deleted',
      { [TEST]: null, 'test/b.test.js': 'adds: add\nb: add' },
      /the original test\/cart\.test\.js still fails: sums/,
    ],
    [
      'its expectation is emptied',
      { [TEST]: 'adds: add\nsums: ' },
      /the original test\/cart\.test\.js still fails: sums/,
    ],
    ['another test takes its place', { [TEST]: 'adds: add\nother: add' }, /still fails: sums/],
    [
      'new code beside the tests takes the place of the work',
      { [STUB]: 'sum' },
      /the original tests still fail without test\/stub\.js: sums/,
    ],
    [
      'data of the tests is changed',
      { [DATA]: 'sum' },
      /the original test\/fixtures\/data\.txt still fails: sums/,
    ],
    [
      'the script ignores failures',
      { 'package.json': '{"scripts":{"test":"mocha || true"}}' },
      /the verification itself was changed: package\.json: script "test"/,
    ],
    [
      'the code hides the exit code',
      { 'src/code.js': 'add, exit 0' },
      /1 test failed \(sums\), and it ended as if none had/,
    ],
    [
      'a configuration is added',
      { ...SOLVED, '.mocharc.yml': 'grep: adds' },
      /was changed: \.mocharc\.yml/,
    ],
  ] as const)
    it(`is no progress when ${what}; the second time the human is asked`, async () => {
      const run = await project([edits, { [`src/${what}`]: 'more' }]);
      const end = await run.run();
      assert.equal(end.kind, 'needsHuman');
      assert.equal(run.requests.length, 2);
      assert.match(reasonOf(run), /^verification passed, but that proves nothing: /);
      assert.match(reasonOf(run), reason);
      assert.deepEqual(run.entropies(), [1, 2]);
      assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
      const [report] = run.reports;
      assert.ok(report !== undefined);
      assert.equal(report.reason, 'DOUBTFUL_PASS');
      assert.match(report.question ?? '', /^Is this done\? /);
      assert.match(report.question ?? '', reason);
    });

  it('tells the next turn to pass with the tests as they were', async () => {
    const run = await project([
      { [TEST]: 'adds: add' },
      { ...SOLVED, [TEST]: 'adds: add\nsums: sum' },
    ]);
    await run.run();
    const prompt = run.requests[1]?.prompt ?? '';
    assert.match(prompt, /Make it pass with the tests and the verification as they were/);
    assert.match(prompt, /passed, but that proves nothing: 1 test ran, 2 before/);
    assert.doesNotMatch(run.requests[0]?.prompt ?? '', /TESTS:/);
    assert.equal(run.store.getTask('fix')?.status, 'done');
  });

  it('asks the human at once when the agent says why the tests must change', async () => {
    const reply = 'STRATEGY: x\nDone.\nTESTS: the sum is no longer wanted';
    const run = await project([{ reply, edits: { [TEST]: 'adds: add' } }]);
    await run.run();
    assert.equal(run.requests.length, 1);
    assert.match(run.reports[0]?.question ?? '', /The agent says: the sum is no longer wanted/);
  });

  it('asks the human at once with `onDoubt: ask`', async () => {
    const run = await project([{ [TEST]: 'adds: add' }], { onDoubt: 'ask' });
    await run.run();
    assert.equal(run.requests.length, 1);
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
  });

  it('is one where the code rewrites the test while it runs', async () => {
    const run = await project([{ 'src/code.js': 'add rewrite' }], { onDoubt: 'ask' });
    run.verification = () => {
      if (run.files.get('src/code.js')?.includes('rewrite') === true)
        run.files.set(TEST, 'adds: add\nsums: ');
      return runTests(run);
    };
    await run.run();
    assert.match(reasonOf(run), /the original test\/cart\.test\.js could not be run/);
  });

  it('says which original could not be put back', async () => {
    const run = await project([{ [TEST]: 'adds: add\nsums: add' }], { onDoubt: 'ask' });
    run.checkpoints.leaves = (path) => path === TEST;
    await run.run();
    assert.match(
      reasonOf(run),
      /the original test\/cart\.test\.js could not be run: something else/,
    );
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
  });

  it('is caught when an agent tampers in turns', async () => {
    const failing = { 'src/code.js': 'nothing', [TEST]: 'adds: add\nsums: sum' };
    const run = await project([
      { [TEST]: 'adds: add' },
      failing,
      { 'src/code.js': 'add', [TEST]: 'adds: add\nsums: add' },
    ]);
    await run.run();
    assert.equal(run.requests.length, 3);
    assert.equal(run.reports[0]?.reason, 'DOUBTFUL_PASS');
  });

  it('does not become the best measurement', async () => {
    const run = await project([{ [TEST]: 'adds: add\na: add\nb: add\nc: add' }], {
      onDoubt: 'ask',
    });
    await run.run();
    assert.deepEqual(run.store.getTask('fix')?.best, { passed: 1, failed: 1, skipped: 0 });
  });

  it('leaves the edited tests in place after it ran the original ones', async () => {
    const run = await project([{ [TEST]: 'adds: add\nsums: ' }], { onDoubt: 'ask' });
    const seen: (string | undefined)[] = [];
    run.verification = (_, { call }) => {
      if (call === 'originals') seen.push(run.files.get(TEST));
      return runTests(run);
    };
    await run.run();
    assert.deepEqual(seen, ['adds: add\nsums: sum']);
    assert.equal(run.files.get(TEST), 'adds: add\nsums: ');
    assert.deepEqual(run.store.listOriginalFiles(), []);
  });
});

describe('a pass that proves the task done', () => {
  for (const [what, edits] of [
    ['solves it', SOLVED],
    ['adds tests', { ...SOLVED, [TEST]: 'adds: add\nsums: sum\nmore: add' }],
    ['renames a test', { ...SOLVED, [TEST]: 'adds: add\nsums up: sum' }],
    ['moves its tests', { ...SOLVED, [TEST]: null, 'test/sums.test.js': 'adds: add\nsums: sum' }],
    ['splits a file', { ...SOLVED, [TEST]: 'adds: add', 'test/b.test.js': 'sums: sum' }],
    ['adds code and changes data beside the tests', { ...SOLVED, [STUB]: 'add', [DATA]: 'new' }],
    ['formats a witness', { ...SOLVED, [TEST]: 'sums: sum\nadds: add' }],
    [
      'changes what a test that passed expects',
      { 'src/code.js': 'plus sum', [TEST]: 'adds: plus\nsums: sum' },
    ],
    ['adds a helper of tests', { ...SOLVED, 'src/check.js': "import 'vitest'" }],
    ['adds a dependency', { ...SOLVED, 'package.json': '{"scripts":{"test":"mocha"},"x":{}}' }],
  ] as const)
    it(what, async () => {
      const run = await project([edits]);
      await run.run();
      assert.equal(run.store.getTask('fix')?.status, 'done', reasonOf(run));
      assert.equal(run.requests.length, 1);
    });

  it('adds tests to a file whose tests all passed, where something else failed', async () => {
    const run = await project([{ [TEST]: 'adds: add\nmore: add' }]);
    run.files.set(TEST, 'adds: add');
    run.verification = () => {
      const result = runTests(run);
      return run.files.get(TEST)?.includes('more') === true ? result : { ...result, end: FAILED };
    };
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'done', reasonOf(run));
  });

  it('lets a verification format tests that it formatted at the baseline', async () => {
    const run = await project([{ ...SOLVED, [TEST]: 'adds: add\nsums: sum\nmore: add' }]);
    run.verification = () => {
      const result = runTests(run);
      run.files.set(TEST, `${(run.files.get(TEST) ?? '').trimEnd()}\n `);
      return result;
    };
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'done', reasonOf(run));
  });

  it('says that tests were changed', async () => {
    const run = await project([{ ...SOLVED, [TEST]: 'adds: add\nsums: sum\nmore: add' }]);
    await run.run();
    const [turn] = run.store.listTurns('fix');
    assert.ok(turn !== undefined && turn.outcome !== 'running');
    assert.deepEqual(turn.changedTests, [TEST]);
  });

  it('says that the tests passed before', async () => {
    const run = await project([{ 'src/code.js': 'add sum more' }]);
    run.files.set('src/code.js', 'add sum');
    await run.run();
    assert.equal(reasonOf(run), 'verification passed; not proved by the tests: they passed before');
    assert.equal(run.store.getTask('fix')?.status, 'done');
  });
});

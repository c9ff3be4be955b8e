import assert from 'node:assert/strict';
import {
  configOf,
  FAILED,
  PASSED,
  ScriptedRun,
  taskOf,
  type ScriptedTurn,
} from '../../../support/scriptedRun';

/** The run of one task whose verification fails with another text each time and counts no tests. */
async function unmeasured(
  goal: string,
  turn: (call: number, run: ScriptedRun) => ScriptedTurn,
): Promise<ScriptedRun> {
  const run: ScriptedRun = await ScriptedRun.create(
    (call) => turn(call, run),
    configOf({ tasks: [taskOf({ goal, verify: 'make check' })] }),
  );
  await run.run();
  return run;
}

const done: ScriptedTurn = { edits: { 'last.txt': 'done' }, verify: { end: PASSED } };

function fails(call: number): NonNullable<ScriptedTurn['verify']> {
  const what = ['Makefile', 'compiler', 'schema', 'index page', 'licence', 'manual'][call - 1];
  return { end: FAILED, output: `error: no ${what ?? 'more'} found` };
}

/** docs/decisions/loop-detection-algorithm.md, §2, "Non-Loop Progress Scenarios": each with a trace that looks like a loop. */
describe('no loop', () => {
  it('project set-up: the checks fail five times while files and dependencies come in', async () => {
    const files = ['package.json', 'tsconfig.json', 'src/index.ts', '', 'test/index.test.ts'];
    const run = await unmeasured('Set up the project with TypeScript.', (call, self) => {
      if (call === 6) return done;
      if (call === 4) self.dependencies.add('package.json:typescript');
      const file = files[call - 1] ?? '';
      return {
        reply: `STRATEGY: step ${call}`,
        edits: file === '' ? { 'package.json': 'with typescript' } : { [file]: `content ${call}` },
        verify: fails(call),
      };
    });
    assert.equal(run.store.getTask('fix')?.status, 'done');
    assert.deepEqual(run.entropies(), [1, 0, 0, 0, 0, 0]);
    assert.equal(run.store.listPivots('fix').length, 0);
  });

  it('documentation: chapter after chapter while the link check complains of the next one', async () => {
    const run = await unmeasured('Write the manual in docs/.', (call) =>
      call === 5
        ? done
        : {
            reply: `STRATEGY: write chapter ${call}`,
            edits: {
              [`docs/${['install', 'use', 'configure', 'extend'][call - 1] ?? ''}.md`]: `text ${call}`,
            },
            verify: fails(call),
          },
    );
    assert.equal(run.store.getTask('fix')?.status, 'done');
    assert.equal(run.store.listPivots('fix').length, 0);
  });

  it('configuration: files that the goal names come to be there', async () => {
    const goal =
      'Configure the linter (.eslintrc.json), the formatter (.prettierrc) and CI (.github/workflows/ci.yml).';
    const paths = ['.eslintrc.json', '.prettierrc', '.github/workflows/ci.yml'];
    const run = await unmeasured(goal, (call) =>
      call === 4
        ? done
        : {
            reply: `STRATEGY: file ${call}`,
            edits: { [paths[call - 1] ?? '']: `settings ${call}` },
            verify: fails(call),
          },
    );
    assert.equal(run.store.getTask('fix')?.status, 'done');
    assert.deepEqual(run.entropies(), [1, 0, 0, 0]);
  });

  it('refactoring: the tests break in the middle and pass again; the changed code is the work', async () => {
    const broken = [3, 5];
    const run = await ScriptedRun.create((call) => {
      const failed = broken[call - 1] ?? 0;
      return {
        reply: `STRATEGY: step ${call}`,
        edits: { 'src/code.js': `step ${call}`, [`src/part${'abc'[call - 1] ?? ''}.js`]: 'moved' },
        verify: {
          end: failed === 0 ? PASSED : FAILED,
          measurement: { passed: 10 - failed, failed, skipped: 0 },
        },
      };
    });
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'done');
    assert.deepEqual(run.entropies(), [1, 2, 0]);
    assert.equal(run.store.listPivots('fix').length, 0);
  });

  it('refactoring: green tests before and after need no new test to be done', async () => {
    const run = await ScriptedRun.create(() => ({
      edits: { 'src/code.js': 'the same, better' },
      verify: { end: PASSED, measurement: { passed: 10, failed: 0, skipped: 0 } },
    }));
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'done');
    assert.equal(run.requests.length, 1);
  });
});

describe('a loop all the same', () => {
  it('fix2.py, fix3.py, … with the same failure: paused as any other', async () => {
    const run = await unmeasured('Make it work.', (call) => ({
      reply: `STRATEGY: attempt ${call}`,
      edits: { [`fix${call}.py`]: `attempt ${call}` },
      verify: { end: FAILED, output: 'ValueError: wrong result' },
    }));
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
    assert.ok(run.requests.length <= 10);
  });

  it('the same script under another name each time', async () => {
    const names = ['alpha', 'beta', 'gamma', 'delta', 'omega', 'sigma', 'kappa', 'theta', 'iota'];
    const nameOf = (call: number): string => `${names[call % names.length] ?? ''}.py`;
    const run = await unmeasured('Make it work.', (call) => ({
      reply: `STRATEGY: attempt ${call}`,
      edits: { [nameOf(call - 1)]: null, [nameOf(call)]: 'raise ValueError' },
      verify: { end: FAILED, output: `ValueError: attempt ${nameOf(call)}` },
    }));
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
    assert.ok(run.requests.length <= 10);
  });

  it('one dependency that takes the place of another', async () => {
    const run = await unmeasured('Make it work.', (call, self) => {
      self.dependencies.clear();
      self.dependencies.add(`package.json:pad-${'abcdefghij'[call] ?? 'z'}`);
      return {
        reply: `STRATEGY: attempt ${call}`,
        edits: { 'package.json': `attempt ${call}` },
        verify: { end: FAILED, output: `ValueError: ${'abcdefghij'[call] ?? 'z'}` },
      };
    });
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
  });

  it('new documents with the same failure are no progress from the second on', async () => {
    const run = await unmeasured('Make it work.', (call) => ({
      reply: `STRATEGY: attempt ${call}`,
      edits: { [`docs/${'abcdefghijklm'[call] ?? 'z'}-page.md`]: `attempt ${call}` },
      verify: { end: FAILED, output: 'ValueError: wrong result' },
    }));
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
    assert.ok(run.requests.length <= 10);
  });
});

describe('a task where nothing can be measured', () => {
  it('says so, and the next prompt asks for a test first', async () => {
    const run = await ScriptedRun.create((call) => ({
      reply: `STRATEGY: attempt ${call}`,
      edits: { 'src/code.js': `attempt ${call}` },
      verify: { end: FAILED, output: 'wrong' },
    }));
    await run.run();

    const [first] = run.store.listTurns('fix');
    assert.ok(first !== undefined && first.outcome !== 'running');
    assert.match(first.reason, /no tests: progress cannot be measured/);
    assert.doesNotMatch(run.requests[0]!.prompt, /write a test/);
    for (const request of run.requests.slice(1)) {
      assert.match(
        request.prompt,
        /There are no tests .* write a test that fails until the task is done/,
      );
    }
    assert.match(
      run.reports[0]!.advice.join('\n'),
      /There are no tests: progress cannot be measured/,
    );
  });

  it('tells why a named report says nothing, where nothing else measures', async () => {
    const reportProblems = ['The report "junit.xml" was not written.'];
    for (const [output, told] of [
      ['wrong', true],
      ['  3 passing (12ms)\n  1 failing\n', false],
    ] as const) {
      const run = await ScriptedRun.create((call) => ({
        edits: { 'src/code.js': `attempt ${call}` },
        verify: { end: FAILED, output, reportProblems },
      }));
      await run.run();
      const [first] = run.store.listTurns('fix');
      assert.ok(first !== undefined && first.outcome !== 'running');
      assert.equal(first.reason.includes('The report "junit.xml" was not written'), told);
    }
  });

  it('a task with tests is not asked for any, also while they cannot run', async () => {
    for (const output of [
      '  1 passing (3ms)\n  2 failing\n',
      'collected 0 items / 1 error\n\n=== 1 error in 0.05s ===',
    ]) {
      const run = await ScriptedRun.create((call) => ({
        edits: { 'src/code.js': `attempt ${call}` },
        verify: { end: FAILED, output },
      }));
      await run.run();
      assert.ok(
        run.requests.every(({ prompt }) => !/write a test/.test(prompt)),
        output,
      );
    }
  });
});

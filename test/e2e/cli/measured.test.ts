import assert from 'node:assert/strict';
import { TestWorkspace, type Step } from './testWorkspace';

/** Five tests; `sum.json` says which of them pass. */
const TESTS = `const test = require('node:test');
const good = JSON.parse(require('node:fs').readFileSync('sum.json', 'utf8'));
for (const name of ['zero', 'one', 'two', 'three', 'four']) {
  test(name, () => { if (!good.includes(name)) throw new Error(name + ' is wrong at ' + new Date().toISOString()); });
}
`;

/** A turn after which these tests pass. */
function passing(...names: readonly string[]): Step {
  return { reply: `STRATEGY: ${names.length}`, write: { 'sum.json': JSON.stringify(names) } };
}

interface ReportJson {
  readonly best?: { readonly number: number; readonly measurement: { readonly failed: number } };
  readonly failure?: {
    readonly turns: readonly number[];
    readonly signature: { failingTests: string[] };
  };
  readonly turns: readonly { readonly newlyFailing: string[]; readonly newlyPassing: string[] }[];
  readonly advice: readonly string[];
}

describe('real tests without a report', function () {
  this.timeout(90_000);
  let workspace: TestWorkspace;
  beforeEach(() => {
    workspace = new TestWorkspace();
    workspace.write('sum.test.js', TESTS);
    workspace.write('sum.json', '[]');
  });
  afterEach(() => workspace.dispose());

  it('are counted by what they print: progress once, then a loop, and the report says what is stuck', async () => {
    workspace.configure(
      [
        passing('zero'),
        passing('zero', 'one', 'two', 'three'),
        passing('zero', 'one', 'two'),
        passing('zero', 'one', 'three'),
        passing('zero', 'one', 'two', 'three'),
      ],
      { verify: [process.execPath, '--test', 'sum.test.js'], limits: { maxPivots: 0 } },
    );
    const { code, stdout } = await workspace.devs('run');
    assert.equal(code, 2, stdout);
    assert.equal(workspace.calls().length, 5);
    assert.match(stdout, /turn 2 {2}progress.*4 passed, 1 failed/);
    assert.match(stdout, /moving away from goal: 1 → 2 failing/);

    const report = JSON.parse(
      (await workspace.devs('report', 'fix-answer', '--json')).stdout,
    ) as ReportJson;
    assert.equal(report.best?.number, 2);
    assert.equal(report.best.measurement.failed, 1);
    assert.deepEqual(report.failure?.turns, [2, 5]);
    assert.deepEqual(report.failure.signature.failingTests.join(), 'four');
    assert.deepEqual(report.turns[1]?.newlyPassing, ['one', 'three', 'two']);
    assert.deepEqual(report.turns[2]?.newlyFailing, ['three']);
    assert.ok(workspace.calls().every(({ prompt }) => !prompt.includes('There are no tests')));
  });

  it('a verification without tests says so and asks for one', async () => {
    workspace.configure([passing('zero')], { verify: 'echo nothing here; exit 1' });
    const { stdout } = await workspace.devs('run');
    assert.match(stdout, /no tests: progress cannot be measured/);
    assert.match(workspace.calls()[1]?.prompt ?? '', /There are no tests/);
  });
});

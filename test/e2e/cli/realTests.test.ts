import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { everyNth } from '../../support/scale';
import { TestWorkspace, type Step } from './testWorkspace';

const MOCHA = require.resolve('mocha/bin/mocha.js');

/** `fails` is an expression of the run's number: the title of a test that fails in it although nothing is wrong. */
const testsOf = (runs: string, fails: string): string => `const assert = require('node:assert');
const fs = require('node:fs');
const { add, total } = require('../src/cart');
const file = ${JSON.stringify(runs)};
fs.appendFileSync(file, '.');
const run = fs.readFileSync(file, 'utf8').length;
const unlucky = ${fails};
for (const name of ['reads', 'writes', 'waits'])
  it(name, () => assert.notEqual(unlucky, name));
it('adds', () => assert.equal(add(1, 2), 3));
it('totals nothing', () => assert.equal(total([]), 0));
`;
const CART = 'exports.add = (a, b) => a + b;\nexports.total = (prices) => prices[0];\n';
const FIXED = CART.replace('prices[0]', 'prices[0] ?? 0');

describe('a task whose tests are run by Mocha', () => {
  let workspace: TestWorkspace;
  beforeEach(() => {
    workspace = new TestWorkspace();
    for (const folder of ['src', 'test']) mkdirSync(path.join(workspace.folder, folder));
    workspace.write('src/cart.js', CART);
  });
  afterEach(() => workspace.dispose());

  const play = async (fails: string, steps: readonly Step[]) => {
    const tests = testsOf(path.join(workspace.root, 'runs'), fails);
    workspace.write('test/cart.test.js', tests);
    workspace.configure(steps, { verify: [process.execPath, MOCHA], baseline: true });
    return { tests, ended: await workspace.devs('run') };
  };

  for (const [how, fails, named] of everyNth(3, [
    ['every second time', "run % 2 === 0 ? 'reads' : ''", /reads/],
    ['every third time', "run % 3 === 2 ? 'writes' : ''", /writes/],
    ['each time in another test', "['reads', 'writes', 'waits'][run % 3]", /reads|writes|waits/],
  ] as const))
    it(`takes one turn and names the flaky test when it fails ${how}`, async () => {
      const solve = { reply: 'STRATEGY: think', write: { 'src/cart.js': FIXED } };
      const { ended } = await play(fails, [solve]);
      assert.equal(ended.code, 0, ended.stdout);
      assert.equal(workspace.calls().length, 1);
      const [turn] = await workspace.query('SELECT reason FROM turns');
      assert.match(String(turn?.['reason']), /flaky/);
      assert.match(String(turn?.['reason']), named);
      const metrics = await workspace.devs('metrics');
      assert.match(metrics.stdout, /Flaky verifications +1 turn/i);
      for (const text of [ended, await workspace.devs('report'), metrics])
        assert.match(text.stdout, named);
    });

  it('asks you when the agent tampers, repairs and tampers again', async () => {
    const tests = testsOf(path.join(workspace.root, 'runs'), "''");
    const witness = /it\('totals nothing'.*\n/;
    const { ended } = await play("''", [
      { reply: 'STRATEGY: a', write: { 'test/cart.test.js': tests.replace(witness, '') } },
      { reply: 'STRATEGY: b', write: { 'test/cart.test.js': tests, 'src/cart.js': `${CART}//\n` } },
      {
        reply: 'STRATEGY: c',
        write: {
          'test/cart.test.js': tests.replace(witness, "it('totals nothing', () => undefined);\n"),
        },
      },
    ]);
    assert.notEqual(ended.code, 0);
    assert.equal(workspace.calls().length, 3);
    assert.match(ended.stdout, /Is this done\? .*still fails/);
  });
});

import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { TestWorkspace } from './testWorkspace';

const DEMO = path.resolve(__dirname, '../../../demo');

describe('entropy pause: the story that the demo tells', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  beforeEach(() => {
    workspace = new TestWorkspace();
    cpSync(DEMO, workspace.folder, { recursive: true });
  });
  afterEach(() => workspace.dispose());

  const demo = (...args: readonly string[]) => workspace.start(args, { DEMO_DELAY_MS: '0' }).ended;

  it('is paused after 5 turns, helped by a hint, and done', async () => {
    const paused = await demo('run');
    assert.equal(paused.code, 2, paused.stdout + paused.stderr);
    assert.equal(paused.stdout.match(/^✕ cart-total {2}turn \d/gm)?.length, 5);
    assert.match(paused.stdout, /⚠ ENTROPY PAUSE — Max retry threshold reached/);
    assert.match(paused.stdout, /`devs resume cart-total --hint "…"`/);

    const report = await demo('report', 'cart-total');
    assert.equal(report.code, 0);
    assert.match(report.stdout, /3 failed strategies/);
    assert.match(report.stdout, /1\. Cut the total off after two decimals\./);

    const hint = 'Round to whole cents, do not cut off.';
    assert.equal((await demo('resume', 'cart-total', '--hint', hint)).code, 0);
    const done = await demo('run');
    assert.equal(done.code, 0, done.stdout + done.stderr);
    assert.match(done.stdout, /✓ cart-total {2}turn 6 {2}done/);
    assert.match(done.stdout, /✓ receipt {2}turn 1 {2}done/);

    const status = await demo('status');
    assert.match(status.stdout, /cart-total +Done[^]*receipt +Done/);
    assert.doesNotMatch(status.stdout, /\nNext\n/);
  });
});

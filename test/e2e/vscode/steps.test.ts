import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEVS } from '../cli/devsProcess';
import { TestWorkspace } from '../cli/testWorkspace';
import { webview } from '../../realVscode/workbench';
import { pictureOfFailure } from './failurePicture';
import { sharedStateDir } from './sharedVscode';
import { PATIENCE_MS } from '../../realVscode/waiting';
import { installFirst, VscodeSession, type Dashboard } from './vscodeSession';

const TASK = 'fix-answer';

describe('an agent whose steps are watched, in VS Code', function () {
  this.timeout(180_000);
  const workspace = new TestWorkspace(sharedStateDir);
  const gate = join(workspace.root, 'gate');
  let session: VscodeSession;
  let dashboard: Dashboard;

  installFirst();
  before(async () => {
    workspace.configureWatched(
      [
        { sameCalls: 2, waitFor: gate, answer: 'I tried.', write: { 'answer.txt': '41' } },
        { sameCalls: 20, hang: true },
      ],
      { limits: { loopThreshold: 3, maxPivots: 0 } },
    );
    session = await VscodeSession.open(workspace.folder);
    dashboard = await session.dashboard();
  });
  afterEach(async function () {
    await pictureOfFailure(this, session);
  });
  after(async () => {
    await VscodeSession.end(session);
    await workspace.dispose();
  });

  it('shows while it works how many steps it took and what looks like a loop', async () => {
    await dashboard.button('Run').click();
    const now = dashboard.card(TASK).locator('.steps-now');
    await now.getByText('2 steps done').waitFor({ timeout: PATIENCE_MS });
    await now.getByText('Maybe a loop: the same call with the same result').waitFor();
    assert.match(await now.locator('.steps-recent').innerText(), /^Bash .+ · Bash .+$/);
    const meter = now.getByRole('meter');
    assert.equal(await meter.getAttribute('aria-valuetext'), '2 of 3, steps 1 and 2');
    await session.picture('steps-1-suspect');
  });

  it('says the same in a terminal', () => {
    const { stdout } = spawnSync(process.execPath, [DEVS, 'status'], {
      cwd: workspace.folder,
      env: { ...process.env, DEVS_STATE_DIR: workspace.stateDir },
      encoding: 'utf8',
    });
    assert.match(stdout, /In progress .*2 steps \(repeated call 2\/3\)/);
  });

  it('ends it once it is stuck, and lists the steps that prove it', async () => {
    writeFileSync(gate, '');
    await dashboard.status(TASK, 'PAUSED_FOR_INTERVENTION');
    const card = dashboard.card(TASK);
    await dashboard.openWhy(TASK);
    await card.getByText('Steps of the loop').click();
    const proof = card.getByRole('list', { name: 'Steps of the loop' });
    assert.match(
      await proof.innerText(),
      /steps 1, 2 and 3 3 times\s+Bash npm test\s+1 failing: adds/,
    );
    assert.equal(await card.locator('.steps-now').isVisible(), false);
    await session.picture('steps-2-paused');
    session.assertNothingRefused();
  });

  it('lists them with the turn, too, and replays it in a page of its own', async () => {
    const card = dashboard.card(TASK);
    await card.locator('summary').getByText('Details', { exact: true }).click();
    const proof = card.getByRole('list', { name: 'Steps of the loop in turn 2' });
    assert.match(await proof.innerText(), /steps 1, 2 and 3 3 times\s+Bash npm test/);
    await session.picture('steps-3-details');
    await card.getByRole('button', { name: 'Timeline of turn 2' }).locator('visible=true').click();
    const replay = webview(session.page, 1);
    await replay.getByText('Step 3, stuck: the same call with the same result').waitFor();
    await session.page.getByRole('tab', { name: `Timeline: ${TASK}, turn 2` }).waitFor();
    assert.equal(await replay.locator('.runs > li').count(), 1);
    await session.picture('steps-4-replay');
    session.assertNothingRefused();
  });
});

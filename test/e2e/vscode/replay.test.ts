import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrameLocator } from 'playwright-core';
import {
  chooseFile,
  closeEditors,
  quickInput,
  runCommand,
  viewLabel,
  webview,
} from '../../realVscode/workbench';
import { pictureOfFailure } from './failurePicture';
import { PATIENCE_MS } from '../../realVscode/waiting';
import { installFirst, VscodeSession } from './vscodeSession';

const TRAP = '<img src="x" onerror="document.title=1"> [a](command:devs.run)';

/** Seven steps of which four run the same tests with the same result, one right after the other. */
function loopingRun(id: string): unknown {
  const steps = Array.from({ length: 9 }, (_, i) => {
    const again = i >= 3 && i <= 6;
    const args = again ? { command: 'npm test' } : { command: `cat part${i}.js ${TRAP}` };
    const obs = again ? '1 failing: rounds half to even' : `// part ${i}`;
    return { i, tool: 'Bash', args, obs, thought: again ? '' : `I look at part ${i}.`, err: again };
  });
  return { id, source: 'own', agent: 'example', model: 'none', outcome: '', labels: {}, steps };
}

/** A session of Claude Code that asks three times for the same. */
function session(sessionId: string): string {
  const line = (type: string, content: unknown, id?: string): object => {
    const role = { type, message: { role: type, content, ...(id === undefined ? {} : { id }) } };
    return { ...role, sessionId, uuid: 'u', isSidechain: false };
  };
  const asks = (id: string): object[] => [
    line('assistant', [{ type: 'tool_use', id, name: 'Bash', input: { command: 'ls' } }], `m${id}`),
    line('user', [{ type: 'tool_result', tool_use_id: id, content: 'README.md cart.js' }]),
  ];
  const lines = [line('user', 'Round the cart to cents.'), ...['1', '2', '3'].flatMap(asks)];
  return lines.map((each) => `${JSON.stringify(each)}\n`).join('');
}

describe('replaying recorded runs in VS Code', function () {
  this.timeout(180_000);
  const root = mkdtempSync(join(tmpdir(), 'devs-e2e-replay-'));
  const recording = join(root, 'runs.jsonl');
  const second = join(root, 'second.jsonl');
  let window: VscodeSession;
  let page: FrameLocator;

  installFirst();
  before(async () => {
    const workspace = join(root, 'empty');
    mkdirSync(workspace);
    const lines = [loopingRun('night-run'), { id: 'quiet-run', steps: [] }].map((run) =>
      JSON.stringify(run),
    );
    writeFileSync(recording, `${lines[0]}\n{"id": "torn", "steps": [\n${lines[1]}\n`);
    writeFileSync(second, session('morning-run'));
    const stateDir = join(root, 'state');
    // Nothing of Devs is needed: no devs.yaml, no trust.
    const claude = join(root, 'claude');
    const kept = join(claude, 'projects', workspace.replace(/[^A-Za-z0-9]/g, '-'));
    mkdirSync(kept, { recursive: true });
    writeFileSync(join(kept, 'evening-run.jsonl'), session('evening-run'));
    const env = { CLAUDE_CONFIG_DIR: claude, CODEX_HOME: join(root, 'codex') };
    window = await VscodeSession.start({ workspace, stateDir, env, trust: false });
  });
  afterEach(async function () {
    await pictureOfFailure(this, window);
  });
  after(async () => {
    await VscodeSession.end(window);
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Chooses from the list of sessions. */
  async function choose(label: string): Promise<void> {
    await quickInput(window.page);
    await window.page.locator('.quick-input-list .monaco-list-row', { hasText: label }).click();
  }

  it('opens from the palette, without devs.yaml and without trust, and shows the run as a timeline', async () => {
    // A palette that was opened before the extension is known does not learn of it.
    await viewLabel(window.page, 'Devs');
    await runCommand(window.page, 'Devs: Show Timeline…');
    await choose('Choose files…');
    await chooseFile(window.page, recording, 'Show Timeline');
    page = webview(window.page);
    await page.getByRole('heading', { name: 'night-run' }).waitFor({ timeout: PATIENCE_MS });
    await page.getByText(/^runs\.jsonl line 2: /).waitFor();
    await page.locator('.timeline .cell').nth(8).waitFor();
    assert.equal(await page.locator('.timeline .cell').count(), 9);
    const same = page.locator('.timeline .cell[data-colour="0"] .letter');
    assert.deepEqual(await same.allInnerTexts(), ['A', 'A', 'A', 'A']);
    const [first] = await page.locator('.timeline [data-level="stuck"]').all();
    assert.equal(await first?.getAttribute('id'), 'cell-5');
    await page.getByText('Step 5, stuck: the same call with the same result').waitFor();
    await window.picture('replay-1-timeline');
  });

  it('opens a step with its texts as texts', async () => {
    await page.locator('#cell-1').click();
    await page.getByRole('heading', { name: 'Step 1: Bash' }).waitFor();
    assert.match(await page.getByRole('region', { name: 'Call' }).innerText(), /<img src=/);
    assert.equal(await page.locator('img').count(), 0);
    await window.picture('replay-2-step');
  });

  it('looks again when a limit is changed', async () => {
    await page.getByText('Limits', { exact: true }).click();
    const limit = page.getByRole('spinbutton', {
      name: 'The same call with the same result',
      exact: true,
    });
    await limit.fill('4');
    await page.getByText('Step 6, stuck: the same call with the same result').waitFor();
    await window.picture('replay-3-limits');
  });

  it('takes more recordings', async () => {
    await page.getByRole('button', { name: 'Add recordings…' }).click();
    await choose('Choose files…');
    await chooseFile(window.page, second, 'Show Timeline');
    await page
      .getByRole('navigation', { name: 'Runs' })
      .getByText('Round the cart to cents.')
      .click();
    await page.getByRole('heading', { name: 'Round the cart to cents.' }).waitFor();
    await page
      .locator('.run-head')
      .getByText(/^morning-run · (?:.* · )?second\.jsonl/)
      .waitFor();
    await window.picture('replay-4-asked');
    window.assertNothingRefused();
  });

  it('opens a session that an agent has kept, the ones of this workspace first', async () => {
    await closeEditors(window.page);
    await runCommand(window.page, 'Devs: Show Timeline…');
    await quickInput(window.page);
    const first = window.page.locator('.quick-input-list .monaco-list-row').first();
    await first.getByText('Round the cart to cents.').waitFor();
    assert.match(await first.innerText(), /Claude Code · .* · this workspace/);
    await window.picture('replay-5-sessions');
    await choose('Round the cart to cents.');
    await webview(window.page)
      .getByRole('heading', { name: 'Round the cart to cents.' })
      .waitFor({ timeout: PATIENCE_MS });
  });
});

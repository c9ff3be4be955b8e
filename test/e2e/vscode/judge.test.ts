import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../realVscode/workbench';
import { startModelServer, type ModelServer } from '../../support/modelServer';
import { describeAtFullScale } from '../../support/scale';
import { pictureOfFailure } from './failurePicture';
import { packageModelExtension } from './packageModelExtension';
import { installFirst, VscodeSession, type Dashboard } from './vscodeSession';

/** Writes one page more in each turn; something else is missing then, until the sixth. */
const AGENT = `
const { appendFileSync, readFileSync } = require('node:fs');
process.stdin.resume();
process.stdin.on('end', () => {
  appendFileSync('pages.txt', 'page\\n');
  console.log('STRATEGY: write page ' + readFileSync('pages.txt', 'utf8').split('\\n').length);
});
`;
const VERIFY = `
const missing = ['index', 'links', 'pictures', 'names', 'sources'];
const what = missing[require('node:fs').readFileSync('pages.txt', 'utf8').split('\\n').length - 2];
if (what !== undefined) {
  console.log('Error: the manual has no ' + what);
  process.exitCode = 1;
}
`;
const CONFIG = `version: 1
agents:
  scripted: { type: command, command: [node, agent.js] }
agent: scripted
verify: [node, verify.js]
limits: { loopThreshold: 2, maxPivots: 0 }
judge: { type: vscode, vendor: scripted-models }
tasks:
  - { id: manual, title: Write the manual, goal: Write a manual with all its pages. }
`;
const KEY = 'sk-4711-of-nobody';

describeAtFullScale('a language model of VS Code as the judge', function () {
  this.timeout(240_000);
  let root: string;
  let session: VscodeSession;
  let dashboard: Dashboard;
  let server: ModelServer;
  const inWorkspace = (name: string) => join(root, 'workspace', name);
  const asked = (): readonly (readonly string[])[] =>
    existsSync(join(root, 'asked.log'))
      ? readFileSync(join(root, 'asked.log'), 'utf8')
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as string[])
      : [];

  installFirst();
  before(async () => {
    root = mkdtempSync(join(tmpdir(), 'devs-e2e-judge-'));
    mkdirSync(join(root, 'workspace'));
    writeFileSync(inWorkspace('agent.js'), AGENT);
    writeFileSync(inWorkspace('verify.js'), VERIFY);
    writeFileSync(inWorkspace('pages.txt'), '');
    writeFileSync(inWorkspace('devs.yaml'), CONFIG);
    server = await startModelServer(() => ({ kind: 'status', status: 503 }));
    session = await VscodeSession.start({
      workspace: join(root, 'workspace'),
      stateDir: join(root, 'state'),
      trust: true,
      vsix: [await packageModelExtension(join(root, 'extension'))],
      env: { SCRIPTED_MODEL_LOG: join(root, 'asked.log') },
    });
    dashboard = await session.dashboard();
  });
  afterEach(async function () {
    await pictureOfFailure(this, session);
  });
  after(async () => {
    await VscodeSession.end(session);
    await server.close();
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  });

  it('is not asked before it was allowed: the task is paused by the rules, and the way out is told', async () => {
    await dashboard.status('manual', 'pending');
    await dashboard.button('Run').first().click();
    await dashboard.status('manual', 'PAUSED_FOR_INTERVENTION');
    assert.deepEqual(asked(), []);
    await session.picture('judge-1-not-allowed');
  });

  it('is asked about by VS Code when a command wants it, and stays closed when that is refused', async () => {
    await runCommand(session.page, 'Devs: Allow Judge Model…');
    const dialog = session.page.locator('.monaco-dialog-box');
    await dialog.waitFor();
    await session.picture('judge-2-consent');
    assert.match(await dialog.innerText(), /Devs asks this model \(the judge in devs\.yaml\)/);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await session.notificationButtons(/scripted of scripted-models was not allowed/);
    assert.deepEqual(asked(), []);
  });

  it('is allowed with that command, which asks it something small', async () => {
    await runCommand(session.page, 'Devs: Allow Judge Model…');
    const dialog = session.page.locator('.monaco-dialog-box');
    await dialog.getByRole('button', { name: 'Allow' }).click();
    await session.notificationButtons(/scripted of scripted-models answered: runs may ask it/);
    assert.equal(asked().length, 1);
    await session.picture('judge-3-allowed');
  });

  it('is asked in a run, and its word lets the task go on until it is done', async () => {
    await dashboard.button('Resume', dashboard.card('manual')).click();
    await dashboard.status('manual', 'done');
    const questions = asked().slice(1);
    assert.ok(questions.length >= 2, `${questions.length} questions`);
    for (const [system = '', user = '', ...rest] of questions) {
      assert.match(system, /^You judge whether/);
      assert.match(user, /"goal": "Write a manual with all its pages\."/);
      assert.deepEqual(rest, []);
    }
    await session.picture('judge-4-done');
  });

  it('gives way to an endpoint, whose key a box without letters takes and the secret storage keeps', async () => {
    const judge = `judge: { type: endpoint, url: "${server.url}", model: m }`;
    writeFileSync(
      inWorkspace('devs.yaml'),
      CONFIG.replace(/^judge: .*$/m, judge).replace('id: manual', 'id: again'),
    );
    await dashboard.status('again', 'pending');
    await runCommand(session.page, 'Devs: Set Model Key…');
    const input = session.page.locator('.quick-input-widget:visible input[type="password"]');
    await input.fill(KEY);
    await session.picture('judge-5-key');
    await input.press('Enter');
    await session.page
      .getByText(`Devs: The key for ${new URL(server.url).origin} is stored.`)
      .waitFor();
    assert.ok(!(await session.page.content()).includes(KEY));
  });

  it('which a run sends to that endpoint', async () => {
    writeFileSync(inWorkspace('pages.txt'), '');
    await dashboard.button('Run').first().click();
    await dashboard.status('again', 'PAUSED_FOR_INTERVENTION');
    assert.ok(server.requests.length > 0);
    for (const { headers } of server.requests) {
      assert.equal(headers.authorization, `Bearer ${KEY}`);
    }
    await session.picture('judge-6-endpoint');
  });
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEVS } from '../cli/devsProcess';
import { decides, RolePlay } from '../cli/rolePlay';
import { TestWorkspace } from '../cli/testWorkspace';
import { describeAtFullScale, itAtFullScale } from '../../support/scale';
import { pictureOfFailure } from './failurePicture';
import {
  answerNotification,
  chooseFolder,
  closeEditors,
  editorText,
} from '../../realVscode/workbench';
import { sharedStateDir } from './sharedVscode';
import { installFirst, VscodeSession, type Dashboard } from './vscodeSession';

const TASK = 'answer';
const SECOND = 'question';
const QUERY = 'Where does the answer come from?';
const FOUND = 'It stands in answer.txt; nobody says what it has to be.';

/** What the editor would make commands of, were it Markdown. */
const TRAP = '` [a](command:devs.run) <command:devs.run> [b]: command:devs.run';

const RESEARCH = decides({
  next: 'researcher',
  reason: 'need to assess',
  query: QUERY,
  plan: ['find out where the answer comes from', 'change it'],
});

describeAtFullScale('planner, researcher and coder in VS Code', function () {
  this.timeout(180_000);
  const play = new RolePlay(new TestWorkspace(sharedStateDir));
  const { workspace } = play;
  const gate = join(workspace.root, 'gate');
  let session: VscodeSession;
  let dashboard: Dashboard;

  installFirst();
  before(async () => {
    play.plays('planner', [{ ...RESEARCH, waitFor: gate }, RESEARCH]);
    play.plays('researcher', [{ reply: FOUND }]);
    play.plays('coder', [
      { reply: `Wrote 42 into answer.txt. ${TRAP}`, write: { 'answer.txt': '42' } },
    ]);
    configure([{ id: TASK, title: 'Find the answer', goal: 'The answer is right.' }]);
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

  function configure(tasks: readonly Readonly<Record<string, string>>[]): void {
    play.configure(['coder', 'planner', 'researcher'], {
      roles: {
        planner: 'planner',
        researcher: { agent: 'researcher', instructions: 'Read, change nothing.' },
        coder: 'coder',
        onStuck: 'ask_human',
      },
      tasks,
    });
  }

  function devs(...args: readonly string[]): unknown {
    const { stdout } = spawnSync(process.execPath, [DEVS, ...args, '--json'], {
      cwd: workspace.folder,
      env: { ...process.env, DEVS_STATE_DIR: workspace.stateDir },
      encoding: 'utf8',
    });
    return JSON.parse(stdout);
  }

  it('draws the edges of the planner while it works', async () => {
    await dashboard.button('Run').click();
    await dashboard.status(TASK, 'in_progress');
    writeFileSync(gate, '');
    const graph = dashboard.card(TASK).getByRole('img', { name: /planner/i });
    await graph.waitFor();
    await session.picture('roles-1-running');
  });

  it('stops the planner that asks the same again, with a question', async () => {
    await dashboard.status(TASK, 'PAUSED_FOR_INTERVENTION');
    const words = await dashboard.card(TASK).innerText();
    assert.match(
      words,
      /The planner handed over work 6 times without progress \(planner→researcher\)\. Its last request was:/,
    );
    assert.equal(
      play.calls('researcher').length,
      1,
      'the same query is answered from the last result',
    );
    const last = play.calls('planner').at(-1)?.prompt ?? '';
    assert.ok(last.includes(`No new information found; repeated query "${QUERY}".`), last);
    await session.badgeSays(/1 needs you/);
    await session.picture('roles-2-question');
  });

  it('goes on with the answer that is typed into the dashboard, and finishes', async () => {
    play.plays('planner', [
      decides({ next: 'coder', reason: 'you said it', plan: ['write 42 into answer.txt'] }),
      decides({ next: 'verifier', reason: 'it is written', plan: [] }),
      decides({ next: 'done', reason: 'the verification passed', plan: [] }),
    ]);
    const before = play.calls('planner').length;
    const box = dashboard.card(TASK).getByRole('textbox', { name: 'Your answer' });
    await box.fill('It has to be 42.');
    await session.picture('roles-3-answering');
    await dashboard.button('Answer and resume').click();
    await dashboard.status(TASK, 'done');
    const [first] = play.calls('planner').slice(before);
    assert.match(first?.prompt ?? '', /It has to be 42\./);
    assert.equal(workspace.read('answer.txt'), '42');
    session.assertNothingRefused();
    await session.picture('roles-4-done');
  });

  it('tells the same in a terminal', () => {
    const { tasks } = devs('status') as { tasks: { id: string; status: string }[] };
    assert.deepEqual(
      tasks.map(({ id, status }) => [id, status]),
      [[TASK, 'done']],
    );
  });

  itAtFullScale('opens the report of the last run from the dashboard', async () => {
    await dashboard.button('Open the report of the last run').click();
    const { page } = session;
    const report = page
      .locator('iframe.webview.ready:visible')
      .last()
      .contentFrame()
      .frameLocator('#active-frame');
    await report.getByRole('heading', { name: /^Run of .* UTC: done$/ }).waitFor();
    await report.getByText('Terminal status: done').waitFor();
    await report.getByText('command:devs.run').first().waitFor();
    assert.equal(await report.locator('a[href*="command"]').count(), 0);
    await session.picture('roles-5-run-report');
    await report.getByRole('link', { name: 'diff' }).first().click();
    assert.match(await editorText(page, /answer-turn-2\.diff/), /\n\+42\n/);
    session.assertNothingRefused();
  });

  itAtFullScale(
    'exports it with its transcripts and diffs to the folder that is named',
    async () => {
      const target = join(workspace.root, 'exported');
      mkdirSync(target);
      await dashboard.button('Export the report of the last run').click();
      await chooseFolder(session.page, `${target}/`, 'Export Here');
      await dashboard.root
        .getByRole('status')
        .getByText(/check them for secrets before you share them/)
        .waitFor();
      const names = readdirSync(target, { recursive: true, encoding: 'utf8' });
      for (const kind of [/^[^/]+\.md$/, /^[^/]+\.json$/, /^transcripts\/.*\.log$/, /\.diff$/]) {
        assert.ok(
          names.some((name) => kind.test(name)),
          `${String(kind)} in ${names.join(', ')}`,
        );
      }
      const markdown = names.find((name) => /^[^/]+\.md$/.test(name)) ?? '';
      const exported = readFileSync(join(target, markdown), 'utf8');
      for (const [, link = ''] of exported.matchAll(/(?<!\\)\]\(([^)]+)\)/g)) {
        assert.ok(names.includes(decodeURIComponent(link)), link);
      }
      await closeEditors(session.page);
    },
  );

  itAtFullScale('leads from its notification to the box for the answer', async () => {
    play.plays('planner', [RESEARCH]);
    configure([
      { id: TASK, title: 'Find the answer', goal: 'The answer is right.' },
      { id: SECOND, title: 'Find the question', goal: 'The question is known.' },
    ]);
    await dashboard.card(SECOND).waitFor();
    await dashboard.button('Run').click();
    await dashboard.status(SECOND, 'PAUSED_FOR_INTERVENTION');
    const asks = 'Find the question asks you: The planner handed over work 6 times';
    const buttons = await session.notificationButtons(new RegExp(asks));
    assert.deepEqual(buttons, ['Answer…', 'Rewind…', 'Skip']);
    play.plays('coder', [{ reply: 'Wrote it down.', write: { 'question.txt': '6 x 7' } }]);
    play.plays('planner', [
      decides({ next: 'coder', reason: 'you said it', plan: ['write it into question.txt'] }),
      decides({ next: 'done', reason: 'it is written', plan: [] }),
    ]);
    const before = play.calls('planner').length;
    await answerNotification(session.page, asks, 'Answer…');
    await dashboard.cursorInHint(SECOND);
    await session.page.keyboard.type('It is 6 x 7.');
    await session.picture('roles-6-answering');
    await session.page.keyboard.press('Control+Enter');
    await dashboard.status(SECOND, 'done');
    const [first] = play.calls('planner').slice(before);
    assert.match(first?.prompt ?? '', /It is 6 x 7\./);
    assert.equal(workspace.read('question.txt'), '6 x 7');
    session.assertNothingRefused();
  });
});

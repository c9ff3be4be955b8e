import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEVS } from '../cli/devsProcess';
import { TestWorkspace, type Step } from '../cli/testWorkspace';
import { pictureOfFailure } from './failurePicture';
import { installFirst, VscodeSession, type Dashboard } from './vscodeSession';

const AGENT = join(__dirname, '..', 'cli', 'scriptedAgent.js');
const TASK = 'answer';
const QUERY = 'Where does the answer come from?';
const FOUND = 'It stands in answer.txt; nobody says what it has to be.';

/** What a planner answers. */
function decides(decision: Readonly<Record<string, unknown>>): Step {
  return { reply: `I have looked at it.\n\n\`\`\`json\n${JSON.stringify(decision)}\n\`\`\`\n` };
}

const RESEARCH = decides({
  next: 'researcher',
  reason: 'need to assess',
  query: QUERY,
  plan: ['find out where the answer comes from', 'change it'],
});

describe('planner, researcher and coder in VS Code', function () {
  this.timeout(180_000);
  const workspace = new TestWorkspace();
  const gate = join(workspace.root, 'gate');
  let session: VscodeSession;
  let dashboard: Dashboard;

  installFirst();
  before(async () => {
    plays('planner', [{ ...RESEARCH, waitFor: gate }, RESEARCH]);
    plays('researcher', [{ reply: FOUND }]);
    plays('coder', [{ reply: 'Wrote 42 into answer.txt.', write: { 'answer.txt': '42' } }]);
    workspace.configure([], {
      agents: Object.fromEntries(
        ['planner', 'researcher', 'coder'].map((role) => [
          role,
          { type: 'command', command: [process.execPath, AGENT, scenario(role)] },
        ]),
      ),
      agent: 'coder',
      roles: {
        planner: 'planner',
        researcher: { agent: 'researcher', instructions: 'Read, change nothing.' },
        coder: 'coder',
        onStuck: 'ask_human',
      },
      tasks: [{ id: TASK, title: 'Find the answer', goal: 'The answer is right.' }],
    });
    const { folder, stateDir } = workspace;
    session = await VscodeSession.start({ workspace: folder, stateDir, trust: true });
    dashboard = await session.dashboard();
  });
  afterEach(async function () {
    await pictureOfFailure(this, session);
  });
  after(async () => {
    await VscodeSession.end(session);
    await workspace.dispose();
  });

  function scenario(role: string): string {
    return join(workspace.root, `${role}.json`);
  }

  /** What the role's agent does from its next call on. */
  function plays(role: string, steps: readonly Step[]): void {
    const before = calls(role).map(() => steps[0]);
    writeFileSync(scenario(role), JSON.stringify([...before, ...steps]));
  }

  /** The prompts that the role's agent was given. */
  function calls(role: string): readonly string[] {
    const file = `${scenario(role)}.calls`;
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    return lines.map((line) => (JSON.parse(line) as { prompt: string }).prompt);
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
    assert.match(words, /Planner detected loop planner→researcher without progress after 6 hops\./);
    assert.equal(calls('researcher').length, 1, 'the same query is answered from the last result');
    const last = calls('planner').at(-1) ?? '';
    assert.ok(last.includes(`No new information found; repeated query "${QUERY}".`), last);
    await session.badgeSays(/1 needs you/);
    await session.picture('roles-2-question');
  });

  it('goes on with the answer that is typed into the dashboard, and finishes', async () => {
    plays('planner', [
      decides({ next: 'coder', reason: 'you said it', plan: ['write 42 into answer.txt'] }),
      decides({ next: 'verifier', reason: 'it is written', plan: [] }),
      decides({ next: 'done', reason: 'the verification passed', plan: [] }),
    ]);
    const before = calls('planner').length;
    const box = dashboard.card(TASK).getByRole('textbox', { name: 'Your answer' });
    await box.fill('It has to be 42.');
    await session.picture('roles-3-answering');
    await dashboard.button('Answer and resume').click();
    await dashboard.status(TASK, 'done');
    const [first = ''] = calls('planner').slice(before);
    assert.ok(first.includes('It has to be 42.'), first);
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
});

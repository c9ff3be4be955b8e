import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { send } from '../../realVscode/processes';
import { PATIENCE_MS, pollUntil } from '../../realVscode/waiting';
import { describeAtFullScale } from '../../support/scale';
import { TestWorkspace } from '../cli/testWorkspace';
import { pictureOfFailure } from './failurePicture';
import { installFirst, VscodeSession, type Dashboard } from './vscodeSession';

const AGENT = join(__dirname, 'leavingAgent.js');
const LEFT = ['session', 'daemon', 'server'] as const;

/** How long after its turn something that the agent started may live. */
const GONE_WITHIN_MS = 15_000;

function commandLine(pid: string): string {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return words.join(' ').trim();
  } catch {
    return ''; // ended meanwhile
  }
}

/** Processes on whose command line `text` stands. */
function running(text: string): { pid: number; line: string }[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .map((entry) => ({ pid: Number(entry), line: commandLine(entry) }))
    .filter(({ line }) => line.includes(text));
}

/** What was left behind is found in /proc. */
const onLinux = process.platform === 'linux' ? describeAtFullScale : () => undefined;

onLinux('what an agent started in a window', function () {
  this.timeout(180_000);
  let workspace: TestWorkspace;
  let session: VscodeSession;
  let dashboard: Dashboard;
  let marker = '';

  installFirst();
  before(async () => {
    workspace = new TestWorkspace();
    const { folder, stateDir } = workspace;
    configure();
    session = await VscodeSession.start({ workspace: folder, stateDir, trust: true });
    dashboard = await session.dashboard();
  });
  afterEach(async function () {
    await pictureOfFailure(this, session);
    for (const { pid } of running(marker)) send(pid, 'SIGKILL');
  });
  after(async () => {
    await VscodeSession.end(session);
    await workspace.dispose();
  });

  /** A task whose agent ends when `answer` is told to. */
  function configure(): void {
    marker = `devs-leftover-${randomUUID()}`;
    const command = [process.execPath, AGENT, marker, join(workspace.root, marker)];
    workspace.write('answer.txt', '0');
    workspace.configure([], {
      agents: { leaving: { type: 'command', command } },
      tasks: [{ id: marker, title: 'Leave things behind', goal: 'The answer is 42.' }],
    });
  }

  /** Starts a turn with a fresh marker and waits until all that it leaves is there. */
  async function turn(): Promise<void> {
    await dashboard.status(marker, 'pending');
    await dashboard.button('Run').click();
    for (const what of LEFT) {
      const patience = { what: `the start of the ${what}`, withinMs: PATIENCE_MS };
      await pollUntil(() => running(`${marker}-${what}`)[0], patience);
    }
  }

  async function nothingLeft(): Promise<void> {
    const began = performance.now();
    let left = running(marker);
    const probe = (): true | undefined => {
      left = running(marker);
      return left.length === 0 ? true : undefined;
    };
    const patience = { what: 'the end', withinMs: GONE_WITHIN_MS, everyMs: 20 };
    await pollUntil(probe, patience).catch(() => assert.fail(JSON.stringify(left)));
    console.log(`      all gone after ${Math.round(performance.now() - began)} ms`);
  }

  it('is gone when the turn has ended, though a server held its output', async () => {
    await turn();
    workspace.write(`../${marker}`, '');
    await nothingLeft();
    await dashboard.status(marker, 'done');
    await session.picture('leftovers-1-turn-ended');
  });

  it('is gone when the window was closed during the turn, and a new window can run', async () => {
    configure();
    await turn();
    await session.closeWindow();
    await nothingLeft();
    await session.openWindow();
    dashboard = await session.dashboard();
    await dashboard.status(marker, 'pending');
    await dashboard.runState('Stopped');
    await session.picture('leftovers-2-window-closed');
  });

  it('is gone when the extension host was killed during the turn, and the next can run', async () => {
    configure();
    await turn();
    for (const pid of await session.extensionHosts(1)) send(pid, 'SIGKILL');
    await nothingLeft();
    dashboard = await session.dashboard();
    await dashboard.status(marker, 'pending');
    await dashboard.runState('Stopped');
    await session.picture('leftovers-3-host-killed');
    await turn();
    workspace.write(`../${marker}`, '');
    await dashboard.status(marker, 'done');
    await nothingLeft();
  });
});

import { deepEqual, equal, match } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEVS, DevsProcess, until, type Ended } from '../e2e/cli/devsProcess';
import { createAgentHome, forgetKeys, type AgentHome } from './agentHome';
import { agentLogins } from './agentLogins';
import { documentedAgent } from './documentedAgents';
import { installAgents, type RealAgent } from './installedAgents';
import { startScriptedModel, type ModelMode, type ScriptedModel } from './scriptedModel';
import { describeAtFullScale } from '../support/scale';

interface Task {
  readonly id: string;
  readonly status: string;
  readonly waitingUntil: string | null;
}

/** An agent, and how its model answers. */
interface Player {
  readonly agent: RealAgent;
  readonly mode: ModelMode;
}

const WELL = 'scripted';
/** How long an agent may take to start and to ask its model, on a busy machine. */
const PATIENCE_MS = 90_000;

describeAtFullScale('two agents in one run', function () {
  this.timeout(300_000);
  let remember: () => void = () => undefined;
  let home: AgentHome;
  let models: ScriptedModel[] = [];

  before('install the agents', async function () {
    this.timeout(600_000);
    remember = forgetKeys(await installAgents());
  });
  after(() => remember());
  beforeEach(() => (home = createAgentHome()));
  afterEach(async () => {
    for (const model of models) await model.close();
    const refused = models.flatMap((model) => model.refused);
    models = [];
    home.dispose();
    deepEqual(refused, [], 'an agent tried to reach another machine');
  });

  /** Writes `devs.yaml` with one task for each agent, which writes a file of its own. */
  async function configure(players: readonly Player[]): Promise<void> {
    const agents: Record<string, object> = {};
    for (const { agent, mode } of players) {
      const { workspace } = home;
      const edit = { path: `${agent}.txt`, content: 'hello\n' };
      const model = await startScriptedModel({ workspace, edit, finalText: 'Done.' }, mode);
      models.push(model);
      const own =
        mode === WELL
          ? agentLogins[agent].prepare(home, model.url, 'with key')
          : agentLogins[agent].prepareImpatient(home, model.url);
      const { type, command, steps, env } = documentedAgent(agent);
      const environment = { ...env, ...home.env(model.url), ...own };
      agents[agent] = { type, command, steps, timeout: '60s', env: environment };
    }
    const tasks = players.map(({ agent }) => ({
      ...{ id: agent, agent, goal: `Write a greeting to ${agent}.txt.` },
      verify: `test -f ${agent}.txt`,
    }));
    const limits = { retrySeconds: 3_600 };
    writeFileSync(
      join(home.workspace, 'devs.yaml'),
      JSON.stringify({ version: 1, agent: players[0]?.agent, agents, limits, tasks }),
    );
  }

  function environment(): NodeJS.ProcessEnv {
    return { ...process.env, DEVS_STATE_DIR: home.stateDir };
  }

  function devs(...args: readonly string[]): DevsProcess {
    return new DevsProcess(args, { cwd: home.workspace, env: environment() });
  }

  async function tasks(): Promise<readonly Task[]> {
    const { stdout } = await devs('status', '--json').ended;
    // Before the run has begun there is nothing to tell.
    return (JSON.parse(stdout) as { readonly tasks?: readonly Task[] }).tasks ?? [];
  }

  async function statusOf(id: string): Promise<string | undefined> {
    return (await tasks()).find((task) => task.id === id)?.status;
  }

  for (const [waiting, working] of [
    ['claude', 'codex'],
    ['gemini', 'claude'],
  ] as const) {
    it(`lets ${working} work while ${waiting} waits for its service, and keeps the time at Ctrl-C`, async () => {
      await configure([
        { agent: waiting, mode: 'unavailable' },
        { agent: working, mode: WELL },
      ]);

      const run = devs('run');
      await until(`${waiting} to wait`, async () => (await tasks())[0]?.waitingUntil, PATIENCE_MS);
      await until(
        `${working} to be done`,
        async () => (await statusOf(working)) === 'done',
        PATIENCE_MS,
      );
      run.kill('SIGINT');
      const { code, stdout, stderr } = await run.ended;

      equal(code, 130, stdout + stderr);
      const [first] = await tasks();
      equal(first?.status, 'pending');
      match(first.waitingUntil ?? '', /^\d{4}-/);
    });
  }

  it('go on under nohup when the terminal closes: claude, then codex', async () => {
    await configure([
      { agent: 'claude', mode: WELL },
      { agent: 'codex', mode: WELL },
    ]);

    const run = nohup();
    await until(
      'the first agent to work',
      async () => (await statusOf('claude')) === 'in_progress',
    );
    run.hangUp();
    const { code, stdout } = await run.ended;

    equal(code, 0, stdout);
    deepEqual(
      (await tasks()).map(({ status }) => status),
      ['done', 'done'],
    );
  });

  /** `nohup devs run` in a shell and a session of its own, all of which are hung up on as by a terminal. */
  function nohup(): { readonly hangUp: () => void; readonly ended: Promise<Ended> } {
    const child = spawn('bash', ['-c', 'nohup "$NODE" "$DEVS" run'], {
      cwd: home.workspace,
      env: { ...environment(), NODE: process.execPath, DEVS },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (more: string) => (stdout += more));
    child.stderr.setEncoding('utf8').on('data', (more: string) => (stdout += more));
    const ended = new Promise<Ended>((resolve) => {
      child.on('close', (code, signal) =>
        resolve({ code: code ?? signal ?? 'SIGKILL', stdout, stderr: '' }),
      );
    });
    return { hangUp: () => void process.kill(-(child.pid ?? 0), 'SIGHUP'), ended };
  }
});

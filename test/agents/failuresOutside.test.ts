import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ended } from '../e2e/cli/devsProcess';
import { DevsProcess } from '../e2e/cli/devsProcess';
import type { AgentHome } from './agentHome';
import { createAgentHome, forgetKeys } from './agentHome';
import { agentLogins } from './agentLogins';
import { documentedAgent } from './documentedAgents';
import type { RealAgent } from './installedAgents';
import { installAgents, PLAYED_AGENTS } from './installedAgents';
import { REFUSALS } from './modelProtocol';
import type { ScriptedModel } from './scriptedModel';
import { startScriptedModel } from './scriptedModel';
import { describeAtFullScale } from '../support/scale';

const TROUBLES = ['unauthorised', ...REFUSALS, 'closedPort'] as const;
type Trouble = (typeof TROUBLES)[number];

interface Outcome {
  /** What the task is blocked with in the end. */
  readonly reason: RegExp;
  /** How often the agent was started. */
  readonly turns: number;
}

const OUTCOMES: Readonly<Record<Trouble, Outcome>> = {
  unauthorised: { reason: /^not logged in: .*API key.* — Log in: /, turns: 1 },
  rateLimit: {
    reason: /^(?:rate limit|.+ has reached a limit): .*, 2 times in a row — Resume the task/,
    turns: 2,
  },
  noCredit: { reason: /^rate limit: .* — Add credit to the agent's account/, turns: 1 },
  unavailable: {
    reason: /^service down: .*upstream connect error.*, 2 times in a row — Resume the task when/,
    turns: 2,
  },
  overloaded: { reason: /^service down: .*, 2 times in a row — Resume the task when/, turns: 2 },
  closedPort: { reason: /^network failure: .*, 2 times in a row — Check the connection/, turns: 2 },
};

/** What an agent says otherwise. */
const OTHERWISE: Partial<Readonly<Record<RealAgent, Partial<Record<Trouble, Outcome>>>>> = {
  qwen: {
    // It takes any answer that speaks of a time-out for one.
    unavailable: {
      reason:
        /^network failure: .*Request timeout after .*, 2 times in a row — Check the connection/,
      turns: 2,
    },
  },
  gemini: {
    // Google's quota is one of a day, which passes.
    noCredit: {
      reason:
        /^(?:rate limit|.+ has reached a limit): .*daily quota.*, 2 times in a row — Resume the task/,
      turns: 2,
    },
  },
};

/** Troubles that an agent is not tried in, because nothing keeps it from trying again for more than a minute. */
const LEFT_OUT: Partial<Readonly<Record<RealAgent, readonly Trouble[]>>> = {
  // Without an answer nobody asks it to try again sooner: it waits 2, 4, 8, 16 and 30 seconds.
  opencode: ['closedPort'],
};

/** Troubles that the agent is tried in. */
function troublesOf(name: RealAgent): readonly Trouble[] {
  return TROUBLES.filter((trouble) => LEFT_OUT[name]?.includes(trouble) !== true);
}

interface Task {
  readonly id: string;
  readonly status: string;
  readonly reason: string;
  readonly entropy: number;
  readonly turns: number;
}

interface Case {
  readonly home: AgentHome;
  readonly model: ScriptedModel;
}

describeAtFullScale('an agent whose model does not answer', function () {
  // Eleven turns of an agent, each of which takes seconds of computing before it asks its model.
  this.timeout(600_000);
  let remember: () => void = () => undefined;

  before('install the agents', async () => {
    remember = forgetKeys(await installAgents());
  });
  after(() => remember());

  for (const name of PLAYED_AGENTS) {
    describe(name, () => {
      const disposals: (() => void | Promise<void>)[] = [];
      let project: AgentHome;
      let run: Ended;
      let tasks: readonly Task[];
      let cases: ReadonlyMap<Trouble, Case>;

      before(async () => {
        project = createAgentHome();
        disposals.push(project.dispose);
        cases = await meetTroubles();
        writeFileSync(join(project.workspace, 'devs.yaml'), JSON.stringify(config(name, cases)));
        run = await devs('run');
        tasks = (JSON.parse((await devs('status', '--json')).stdout) as { tasks: Task[] }).tasks;
      });
      after(async () => {
        for (const dispose of disposals.splice(0)) await dispose();
      });

      async function meetTroubles(): Promise<ReadonlyMap<Trouble, Case>> {
        const met = new Map<Trouble, Case>();
        for (const trouble of troublesOf(name)) {
          const home = createAgentHome();
          const { workspace } = project;
          const edit = { path: 'greeting.txt', content: 'hello\n' };
          const mode = trouble === 'closedPort' ? 'scripted' : trouble;
          const model = await startScriptedModel({ workspace, edit, finalText: 'Done.' }, mode);
          if (trouble === 'closedPort') await model.close();
          else disposals.push(model.close);
          disposals.push(home.dispose);
          met.set(trouble, { home, model });
        }
        return met;
      }

      function devs(...args: readonly string[]): Promise<Ended> {
        const { workspace: cwd, stateDir } = project;
        const started = new DevsProcess(args, {
          cwd,
          env: { ...process.env, DEVS_STATE_DIR: stateDir },
        });
        disposals.push(() => started.kill('SIGKILL'));
        return started.ended;
      }

      it('leaves a run that needs a human, and nothing done', () => {
        equal(run.code, 2, run.stdout + run.stderr);
        deepEqual(
          tasks.map(({ id }) => id),
          troublesOf(name),
        );
      });

      for (const trouble of troublesOf(name)) {
        it(`is blocked for what it says, and nothing counts: ${trouble}`, () => {
          const { reason, turns } = OTHERWISE[name]?.[trouble] ?? OUTCOMES[trouble];
          const task = tasks.find(({ id }) => id === trouble);
          ok(task !== undefined, trouble);
          match(task.reason, reason);
          deepEqual([task.status, task.entropy, task.turns], ['blocked', 0, turns]);
        });
      }

      it('reaches no other machine', () => {
        for (const { model } of cases.values()) deepEqual(model.refused, []);
      });
    });
  }
});

/** One task for each trouble, each with the agent as it is documented, in a home and at a model of its own. */
function config(name: RealAgent, cases: ReadonlyMap<Trouble, Case>): object {
  const { type, command, steps, env } = documentedAgent(name);
  const agents = [...cases].map(([trouble, { home, model }]) => {
    const own = agentLogins[name].prepareImpatient(home, model.url);
    // Codex waits for the network for ever; the others end by themselves.
    const timeout = name === 'codex' && trouble === 'closedPort' ? '12s' : '60s';
    const environment = { ...env, ...home.env(model.url), ...own };
    return [trouble, { type, command, steps, timeout, env: environment }];
  });
  return {
    version: 1,
    agent: TROUBLES[0],
    agents: Object.fromEntries(agents) as object,
    onPause: 'continue',
    limits: { retrySeconds: 0, maxRetries: 1 },
    tasks: [...cases.keys()].map((trouble) => ({
      id: trouble,
      goal: 'Write a greeting to greeting.txt.',
      agent: trouble,
    })),
  };
}

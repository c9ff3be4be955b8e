import { deepEqual, equal, ok } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ended } from '../e2e/cli/devsProcess';
import { DevsProcess } from '../e2e/cli/devsProcess';
import type { AgentHome } from './agentHome';
import { createAgentHome, forgetKeys } from './agentHome';
import { agentLogins } from './agentLogins';
import { documentedAgent } from './documentedAgents';
import type { RealAgent } from './installedAgents';
import { AGENT_PACKAGES, installAgents } from './installedAgents';
import type { ScriptedModel } from './scriptedModel';
import { startScriptedModel } from './scriptedModel';

/** What `devs report --json` says, as far as it is looked at here. */
interface Report {
  readonly turns: readonly { readonly agentEnd: unknown }[];
  readonly inTurnLoop?: { readonly detector: string; readonly steps: readonly object[] };
}

/** Many more requests than three looks take. */
const MANY_REQUESTS = 50;

describe('an agent that goes round in circles inside one turn', function () {
  this.timeout(120_000);
  let remember: () => void = () => undefined;
  const disposals: (() => void | Promise<void>)[] = [];

  before('install the agents', async function () {
    this.timeout(600_000);
    remember = forgetKeys(await installAgents());
  });
  after(() => remember());
  afterEach(async () => {
    for (const dispose of disposals.splice(0).reverse()) await dispose();
  });

  function devs(home: AgentHome, ...args: readonly string[]): Promise<Ended> {
    const env = { ...process.env, DEVS_STATE_DIR: home.stateDir, DEVS_MAX_PIVOTS: '0' };
    const started = new DevsProcess(args, { cwd: home.workspace, env });
    disposals.push(() => started.kill('SIGKILL'));
    return started.ended;
  }

  for (const name of Object.keys(AGENT_PACKAGES) as RealAgent[]) {
    it(`is ended at once, with the steps that prove it: ${name}`, async () => {
      const home = createAgentHome();
      disposals.push(home.dispose);
      const model = await loopingModel(home.workspace);
      disposals.push(model.close);
      const own = agentLogins[name].prepare(home, model.url, 'with key');
      const file = config(name, { ...home.env(model.url), ...own });
      writeFileSync(join(home.workspace, 'devs.yaml'), JSON.stringify(file));

      const run = await devs(home, 'run');
      const report = JSON.parse((await devs(home, 'report', 'greet', '--json')).stdout) as Report;

      equal(run.code, 2, run.stdout + run.stderr);
      deepEqual(
        report.turns.map(({ agentEnd }) => agentEnd),
        [{ kind: 'stopped', reason: 'it went round in circles (repeated call)' }],
      );
      equal(report.inTurnLoop?.detector, 'repeated call');
      equal(report.inTurnLoop.steps.length, 3);
      ok(model.requests.length < MANY_REQUESTS, `${model.requests.length} requests`);
      deepEqual(model.refused, [], 'the agent tried to reach another machine');
    });
  }
});

function loopingModel(workspace: string): Promise<ScriptedModel> {
  return startScriptedModel({
    workspace,
    forever: { says: 'I look again.', reads: 'README.md' },
    finalText: 'Done.',
  });
}

function config(name: RealAgent, env: Readonly<Record<string, string>>): object {
  const { type, command, steps } = documentedAgent(name);
  return {
    version: 1,
    agent: name,
    agents: { [name]: { type, command, steps, timeout: '60s', env } },
    tasks: [{ id: 'greet', goal: 'Write a greeting to greeting.txt.', verify: 'exit 1' }],
  };
}

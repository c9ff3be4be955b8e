import { deepEqual, equal, ok } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DevsProcess, type Ended } from '../e2e/cli/devsProcess';
import { createAgentHome, forgetKeys, type AgentHome } from './agentHome';
import { agentLogins } from './agentLogins';
import { documentedAgent } from './documentedAgents';
import { AGENT_PACKAGES, installAgents, type RealAgent } from './installedAgents';
import { startScriptedModel } from './scriptedModel';

/** What `devs report --json` says, as far as it is looked at here. */
interface Report {
  readonly turns: readonly { readonly agentEnd: unknown }[];
  readonly inTurnLoop?: { readonly detector: string; readonly steps: readonly object[] };
}

/** What lets each agent run the tests, and nothing else, in a way that its page names. */
const ALLOWING: Readonly<
  Record<RealAgent, { readonly words?: readonly string[]; readonly env?: Record<string, string> }>
> = {
  claude: { words: ['--allowedTools=Bash(npm test *)'] },
  codex: {},
  gemini: { words: ['--allowed-tools', 'run_shell_command(npm test)'] },
  opencode: {
    env: { OPENCODE_PERMISSION: '{"bash": {"*": "deny", "npm test*": "allow"}}' },
  },
  qwen: { words: ['--allowed-tools', 'run_shell_command(npm test)'] },
};

/** Many more requests than three runs of the tests take. */
const MANY_REQUESTS = 30;

const FAILING_TEST = `import { equal } from 'node:assert/strict';
import { test } from 'node:test';

test('adds', () => equal(1 + 1, 3));
`;

describe('an agent that runs the same failing tests again and again', function () {
  this.timeout(180_000);
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
    it(`is ended at the third run that says the same: ${name}`, async () => {
      const home = createAgentHome();
      disposals.push(home.dispose);
      const { workspace } = home;
      const forever = { says: 'I run the tests again.', runs: 'npm test' };
      const model = await startScriptedModel({ workspace, forever, finalText: 'Done.' });
      disposals.push(model.close);
      const own = agentLogins[name].prepare(home, model.url, 'with key');
      writeProject(workspace, config(name, { ...home.env(model.url), ...own }));

      const run = await devs(home, 'run');
      const report = JSON.parse((await devs(home, 'report', 'add', '--json')).stdout) as Report;

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

function writeProject(workspace: string, devsYaml: object): void {
  const pkg = { name: 'adds', private: true, type: 'module', scripts: { test: 'node --test' } };
  writeFileSync(join(workspace, 'package.json'), JSON.stringify(pkg));
  writeFileSync(join(workspace, 'add.test.js'), FAILING_TEST);
  writeFileSync(join(workspace, 'devs.yaml'), JSON.stringify(devsYaml));
}

function config(name: RealAgent, env: Readonly<Record<string, string>>): object {
  const { type, command, steps } = documentedAgent(name);
  const { words = [], env: allowing } = ALLOWING[name];
  // Behind the subcommand and its options; Codex takes nothing more.
  const allowed = [...(command as readonly string[]), ...words];
  return {
    version: 1,
    agent: name,
    agents: {
      [name]: {
        ...{ type, command: allowed, steps, timeout: '60s' },
        env: { ...env, npm_config_update_notifier: 'false', ...allowing },
      },
    },
    tasks: [{ id: 'add', goal: 'Make the tests pass.', verify: 'exit 1' }],
  };
}

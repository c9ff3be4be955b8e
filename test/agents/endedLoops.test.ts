import { deepEqual, equal, ok } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FailureAnalysisReport } from '../../src/model/report/pauseReport';
import { agentProjects, TASK, type AgentProjectOptions } from './agentProject';
import { PLAYED_AGENTS, type RealAgent } from './installedAgents';

/** Many more requests than three calls take. */
const MANY_REQUESTS = 30;

/** What lets each agent run the tests, and nothing else, in a way that its page names; Codex takes nothing more. */
const ALLOWING: Readonly<Record<RealAgent, Pick<AgentProjectOptions, 'command' | 'env'>>> = {
  claude: { command: (words) => [...words, '--allowedTools=Bash(npm test *)'] },
  codex: {},
  gemini: { command: (words) => [...words, '--allowed-tools', 'run_shell_command(npm test)'] },
  opencode: { env: { OPENCODE_PERMISSION: '{"bash": {"*": "deny", "npm test*": "allow"}}' } },
  qwen: { command: (words) => [...words, '--allowed-tools', 'run_shell_command(npm test)'] },
};

const FAILING_TEST = `import { equal } from 'node:assert/strict';
import { test } from 'node:test';

test('adds', () => equal(1 + 1, 3));
`;

function writeProject(workspace: string): void {
  const pkg = { name: 'adds', private: true, type: 'module', scripts: { test: 'node --test' } };
  writeFileSync(join(workspace, 'package.json'), JSON.stringify(pkg));
  writeFileSync(join(workspace, 'add.test.js'), FAILING_TEST);
}

describe('an agent that goes round in circles inside one turn', function () {
  this.timeout(180_000);
  const createProject = agentProjects();

  async function assertEnded(options: AgentProjectOptions): Promise<void> {
    const { devs, read, model } = await createProject(options);
    const run = await devs('run');
    const report = await read<FailureAnalysisReport>('report', TASK);

    equal(run.code, 2, run.stdout + run.stderr);
    deepEqual(
      report.turns.map(({ agentEnd }) => agentEnd),
      [{ kind: 'stopped', reason: 'it was in a loop (repeated call)' }],
    );
    equal(report.inTurnLoop?.detector, 'repeated call');
    equal(report.inTurnLoop.steps?.length, 3);
    ok(model.requests.length < MANY_REQUESTS, `${model.requests.length} requests`);
  }

  for (const agent of PLAYED_AGENTS) {
    it(`is ended at the third look at the same file: ${agent}`, async () => {
      const forever = { says: 'I look again.', reads: 'README.md' };
      await assertEnded({ agent, script: { forever, finalText: 'Done.' } });
    });

    it(`is ended at the third run of the same failing tests: ${agent}`, async () => {
      const forever = { says: 'I run the tests again.', runs: 'npm test' };
      const { command, env } = ALLOWING[agent];
      await assertEnded({
        agent,
        script: { forever, finalText: 'Done.' },
        prepare: ({ workspace }) => writeProject(workspace),
        env: { npm_config_update_notifier: 'false', ...env },
        ...(command && { command }),
      });
    });
  }
});

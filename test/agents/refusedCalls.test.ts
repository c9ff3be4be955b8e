import { deepEqual, equal, match } from 'node:assert/strict';
import type { RunReport } from '../../src/model/run/runReport';
import { agentProjects, type AgentProjectOptions } from './agentProject';
import { describeAtFullScale } from '../support/scale';

interface Case extends Pick<AgentProjectOptions, 'agent' | 'command' | 'env' | 'prepare'> {
  readonly title: string;
  /** The command line that the model runs for ever. */
  readonly runs: string;
  /** What the task is blocked with: the refusal and its remedy. */
  readonly reason: RegExp;
}

const INSTALL = 'npm install left-pad';
const UNREACHABLE = "curl -sS --noproxy '*' https://packages.invalid/x";
/** Before a command of Codex, which does not always tell of one that ends at once. */
const SLOWLY = 'WAITED=$(sleep${IFS}0.3)';

const CASES: readonly Case[] = [
  {
    title: 'claude, whose mode asks for an approval',
    ...{ agent: 'claude', runs: INSTALL },
    reason:
      /^permission denied: `npm install` was refused 3 times: This command requires approval — Add `--allowedTools=Bash\(npm install \*\)` to the command of the agent claude/,
  },
  {
    title: 'claude, whose mode asks nobody',
    ...{ agent: 'claude', runs: INSTALL },
    command: (words) =>
      words.map((word) => word.replace(/^--permission-mode=.*/, '--permission-mode=dontAsk')),
    reason:
      /^permission denied: `npm install` was refused 3 times: Permission to use Bash has been denied .* — Add `--allowedTools=Bash\(npm install \*\)`/,
  },
  {
    title: 'gemini, whose mode has no shell tool',
    ...{ agent: 'gemini', runs: INSTALL },
    reason:
      /^permission denied: `npm install` was refused 3 times: Tool "run_shell_command" not found.* — Add `--allowed-tools=run_shell_command\(npm install\)`/,
  },
  {
    title: 'qwen, whose mode declines shell commands',
    ...{ agent: 'qwen', runs: INSTALL },
    reason:
      /^permission denied: `npm install` was refused 3 times: .*permission was declined.* — Add `--allowed-tools=run_shell_command\(npm install\)`/,
  },
  {
    title: 'opencode, which has no shell tool as documented',
    ...{ agent: 'opencode', runs: INSTALL },
    reason:
      /^permission denied: `bash` was refused 3 times: .*unavailable tool 'bash'.* — Allow `bash` in `OPENCODE_PERMISSION`/,
  },
  {
    title: 'opencode, whose rules allow other commands',
    ...{ agent: 'opencode', runs: INSTALL },
    env: { OPENCODE_PERMISSION: '{"bash": {"*": "deny", "npm test*": "allow"}}' },
    reason:
      /^permission denied: `npm install` was refused 3 times: The user has specified a rule .* — Allow `npm install` in `OPENCODE_PERMISSION`/,
  },
  {
    title: 'codex, whose sandbox has no network',
    ...{ agent: 'codex', runs: `${SLOWLY} ${UNREACHABLE}` },
    reason:
      /^network failure: `curl` failed 3 times: .*Could not resolve host: packages\.invalid — Check the connection to `packages\.invalid`.*`-c sandbox_workspace_write\.network_access=true` to the command of the agent codex/,
  },
  {
    title: 'opencode, where the host has no address',
    ...{ agent: 'opencode', runs: UNREACHABLE },
    env: { OPENCODE_PERMISSION: '{"bash": "allow"}' },
    reason:
      /^network failure: `curl` failed 3 times: .*Could not resolve host: packages\.invalid — Check the connection to `packages\.invalid`/,
  },
  {
    title: 'codex, with a script that is not executable',
    ...{ agent: 'codex', runs: `${SLOWLY} ./run.sh` },
    prepare: ({ commit }) => commit('run.sh', '#!/bin/sh\necho hello\n'),
    reason:
      /^permission denied: `\.\/run\.sh` was refused 3 times: .*Permission denied — Make `\.\/run\.sh` executable \(`chmod \+x \.\/run\.sh`\)/,
  },
  {
    title: 'claude, with a script that is not executable',
    ...{ agent: 'claude', runs: './run.sh' },
    command: (words) => [...words, '--allowedTools=Bash(./run.sh)'],
    prepare: ({ commit }) => commit('run.sh', '#!/bin/sh\necho hello\n'),
    reason:
      /^permission denied: `\.\/run\.sh` was refused 3 times: .*Permission denied — Make `\.\/run\.sh` executable \(`chmod \+x \.\/run\.sh`\)/,
  },
];

/** More requests than three calls take. An agent that made all of them waits until it is ended. */
const ANSWERS = 14;

describeAtFullScale('an agent whose call is refused for ever', function () {
  this.timeout(120_000);
  const createProject = agentProjects();

  for (const { title, runs, reason, ...options } of CASES) {
    it(`is ended at the third refusal, and its task is blocked with the remedy: ${title}`, async () => {
      const forever = { says: 'I try it.', runs };
      const script = { forever, answers: ANSWERS, finalText: 'Done.' };
      const project = await createProject({ ...options, script, limits: { maxRetries: 0 } });
      const { devs, read } = project;

      const run = await devs('run');
      const { tasks, turns } = await read<RunReport>('report', '--run');

      equal(run.code, 2, run.stdout + run.stderr);
      deepEqual(
        tasks.map(({ status }) => status),
        ['blocked'],
      );
      match(tasks[0]?.statusReason ?? '', reason);
      deepEqual(
        turns.map(({ outcome, inTurnLoop }) => [outcome, inTurnLoop?.detector]),
        [['not_agent', 'refused call']],
      );
      equal(turns[0]?.inTurnLoop?.steps?.length, 3);
    });
  }

  it('that ends its turn at the first refusal has its task blocked after one turn: opencode', async () => {
    const script = { forever: { says: 'I install it.', runs: INSTALL }, finalText: 'Done.' };
    const env = { OPENCODE_PERMISSION: '{"bash": "ask"}' };
    const project = await createProject({ agent: 'opencode', script, env });

    const run = await project.devs('run');
    const { tasks, turns } = await project.read<RunReport>('report', '--run');

    equal(run.code, 2, run.stdout + run.stderr);
    equal(turns.length, 1);
    match(
      tasks[0]?.statusReason ?? '',
      /^permission denied: `npm install` was refused once: The user rejected permission .* — Allow `npm install` in `OPENCODE_PERMISSION`/,
    );
  });

  it('that gives up and asks for permission has its task blocked with the flag: claude', async () => {
    const finalText = 'I need your permission to run npm install.';
    const script = { looks: [{ says: 'I install it.', runs: INSTALL }], finalText };
    const project = await createProject({ agent: 'claude', script });

    const run = await project.devs('run');
    const { tasks, turns } = await project.read<RunReport>('report', '--run');

    equal(run.code, 2, run.stdout + run.stderr);
    deepEqual([turns.length, tasks[0]?.status], [1, 'blocked']);
    match(
      tasks[0]?.statusReason ?? '',
      /^permission denied: `npm install` was refused once: .* — Add `--allowedTools=Bash\(npm install \*\)`/,
    );
  });
});

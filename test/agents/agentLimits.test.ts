import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { FailureAnalysisReport } from '../../src/model/report/pauseReport';
import { agentProjects, TASK, type AgentProjectOptions } from './agentProject';
import { describeAtFullScale } from '../support/scale';

/** How each agent is given a limit of two turns, and the option that its user is told to raise. */
const LIMITED: readonly (Pick<AgentProjectOptions, 'agent' | 'command' | 'settings'> & {
  readonly option: string;
})[] = [
  {
    agent: 'claude',
    command: (words) => [...words, '--max-turns=2'],
    option: '`--max-turns`',
  },
  {
    agent: 'gemini',
    settings: { model: { maxSessionTurns: 2 } },
    option: '`model.maxSessionTurns` in its settings.json',
  },
  {
    agent: 'qwen',
    command: (words) => [...words, '--max-session-turns', '2'],
    option: '`--max-session-turns`',
  },
];

/** Different files, so that the agent is not ended as one that goes round in circles. */
const LOOKS = ['README.md', 'a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'].map((reads) => ({
  says: `I look at ${reads}.`,
  reads,
}));

describeAtFullScale('an agent that reaches a limit of its own', function () {
  this.timeout(120_000);
  const createProject = agentProjects();

  for (const { option, ...options } of LIMITED) {
    it(`pauses its task after one turn, and names the option: ${options.agent}`, async () => {
      const project = await createProject({
        ...options,
        script: { looks: LOOKS, finalText: 'Done.' },
        prepare: ({ commit }) => {
          for (const { reads } of LOOKS) commit(reads, `This is ${reads}.\n`);
        },
      });

      const run = await project.devs('run');
      const report = await project.read<FailureAnalysisReport>('report', TASK);

      equal(run.code, 2, run.stdout + run.stderr);
      deepEqual(
        [report.reason, report.turns.map(({ outcome }) => outcome)],
        ['AGENT_LIMIT', ['not_agent']],
      );
      match(report.stopReason ?? '', /^The agent \w+ used up its own limit of turns: .+\./);
      ok(report.stopReason?.includes(`Raise or remove ${option}; then resume the task.`));
    });
  }
});

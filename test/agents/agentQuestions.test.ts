import { deepEqual, equal, ok } from 'node:assert/strict';
import type { FailureAnalysisReport } from '../../src/model/report/pauseReport';
import { agentProjects, TASK } from './agentProject';
import type { RealAgent } from './installedAgents';
import { describeAtFullScale } from '../support/scale';

const QUESTION = 'Shall I make this change? (y/n)';
const ANSWER = 'Yes, but greet in French.';
const ASKING: readonly RealAgent[] = ['claude', 'codex'];

describeAtFullScale('an agent that asks instead of working', function () {
  this.timeout(120_000);
  const createProject = agentProjects();

  for (const agent of ASKING) {
    it(`pauses its task after one turn, and is told the answer with its question: ${agent}`, async () => {
      const finalText = `I would add greeting.txt.\n${QUESTION}`;
      const project = await createProject({ agent, script: { finalText } });
      const { devs, read, model } = project;

      const run = await devs('run');
      const report = await read<FailureAnalysisReport>('report', TASK);
      const asked = model.requests.length;
      const resumed = await devs('resume', TASK, '--hint', ANSWER);
      await devs('run');

      equal(run.code, 2, run.stdout + run.stderr);
      deepEqual([report.reason, report.turns.length], ['AGENT_QUESTION', 1]);
      equal(report.question, finalText);
      equal(resumed.code, 0, resumed.stderr);
      ok(!model.requests.slice(0, asked).some(({ body }) => body.includes(QUESTION)));
      const later = model.requests.slice(asked).map(({ body }) => body);
      ok(later.some((body) => body.includes(QUESTION) && body.includes(ANSWER)));
    });
  }
});

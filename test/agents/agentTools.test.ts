import { equal } from 'node:assert/strict';
import { until } from '../e2e/cli/devsProcess';
import { HAS_TERMINAL, TerminalRun } from '../e2e/cli/terminal';
import { agentProjects, TASK } from './agentProject';
import { PLAYED_ACP_AGENTS, PLAYED_AGENTS } from './installedAgents';

const QUESTION = 'In English or in French?';
const ANSWER = 'In French, with an exclamation mark.';

/** Those that are offered the tools and take them: neither opencode and Qwen Code by flag, nor Cline and Copilot at all. */
const OFFERED: ReadonlySet<string> = new Set([
  ...['claude', 'codex', 'gemini'],
  ...['claude-acp', 'codex-acp', 'gemini-acp', 'opencode-acp', 'qwen-acp'],
]);

describe('the tools of Devs, in real agents', function () {
  this.timeout(120_000);
  const createProject = agentProjects();

  if (!HAS_TERMINAL) return;

  for (const agent of [...PLAYED_AGENTS, ...PLAYED_ACP_AGENTS].filter((name) => OFFERED.has(name)))
    it(`tell it its task and ask the human, whose answer the model gets: ${agent}`, async () => {
      const { place, devs, model } = await createProject({
        agent,
        script: {
          looks: [
            { says: 'I read my task.', tool: 'task', input: {} },
            { says: 'I ask.', tool: 'ask_human', input: { question: QUESTION } },
          ],
          edit: { path: 'greeting.txt', content: 'bonjour !\n' },
          finalText: 'STRATEGY: greet in French\nDone.',
        },
        limits: { maxTurns: 1 },
        // This version of Qwen Code does not say whose tool it asks about.
        allow: ['read', 'edit', ...(agent === 'qwen-acp' ? ['other'] : [])],
      });
      const run = new TerminalRun(place, 'run', {}, 200);
      try {
        await until(
          `the question: ${run.text}`,
          () => run.text.includes(`${agent} asks you: ${QUESTION}`),
          60_000,
        );
        const answered = await devs('answer', TASK, ANSWER);
        equal(answered.code, 0, answered.stderr);
        await until(
          `the edit: ${run.text}`,
          () => model.requests.some(({ body }) => body.includes('bonjour !')),
          60_000,
        );
        await run.ended;
        const told = model.requests.find(({ body }) => body.includes(ANSWER))?.body ?? '';
        // In the prompt, and as the answer of the first tool.
        equal(told.split('Write a greeting to greeting.txt.').length - 1, 2, told);
      } finally {
        run.child.kill();
        await run.ended;
      }
    });
});

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createAgentHome, forgetKeys } from './agentHome';
import { agentLogins } from './agentLogins';
import { documentedAgent } from './documentedAgents';
import { installAgents, PLAYED_AGENTS } from './installedAgents';
import { startScriptedModel } from './scriptedModel';
import { startAgent } from './startAgent';
import type { AgentResult } from '../../src/ports/agent';

const edit = { path: 'greeting.txt', content: 'hello\n' };

/** Words of the first prompt, which only an agent that remembers it sends again. */
const REMEMBERED = 'The password is marzipan.';

describe('the sessions of agents', function () {
  this.timeout(180_000);
  let remember: () => void = () => undefined;

  before('install the agents', async function () {
    this.timeout(600_000);
    remember = forgetKeys(await installAgents());
  });
  after(() => remember());

  for (const name of PLAYED_AGENTS.filter((each) => ['claude', 'codex', 'gemini'].includes(each)))
    it(`of ${name} are continued, and begun anew where they are gone`, async () => {
      const home = createAgentHome();
      const { workspace, stateDir } = home;
      const run = async (prompt: string, session?: string) => {
        const model = await startScriptedModel({ workspace, edit, finalText: 'Done.' }, 'scripted');
        try {
          const definition = documentedAgent(name);
          const login = agentLogins[name].prepare(home, model.url, 'with key');
          const env = { ...definition.env, ...home.env(model.url), ...login };
          const result: AgentResult = await startAgent({
            ...{ workspace, stateDir, systemPrompt: '', prompt },
            definition: { ...definition, env },
            ...(session !== undefined && { session }),
          });
          return { result, told: model.requests.map(({ body }) => body).join('\n') };
        } finally {
          await model.close();
        }
      };
      try {
        const first = await run(`Write a greeting to greeting.txt. ${REMEMBERED}`);
        deepEqual(first.result.end, { kind: 'exit', code: 0 }, first.result.errorTail);
        const id = first.result.session?.id ?? '';
        match(id, /^[\w-]{8,}$/);
        equal(first.result.session?.isContinued, false);

        const second = await run('Go on.', id);
        deepEqual(second.result.end, { kind: 'exit', code: 0 }, second.result.errorTail);
        equal(second.result.session?.isContinued, true);
        ok(second.told.includes(REMEMBERED), 'the model did not see the first prompt again');

        const lost = await run('Go on.', '01234567-89ab-4def-8123-456789abcdef');
        deepEqual(lost.result.end, { kind: 'exit', code: 0 }, lost.result.errorTail);
        equal(lost.result.session?.isContinued, false);
        ok(lost.result.session.lost, 'it does not say why');
        ok(!lost.told.includes(REMEMBERED));
      } finally {
        home.dispose();
      }
    });
});

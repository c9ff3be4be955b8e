import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentHome } from './agentHome';
import { createAgentHome } from './agentHome';
import { documentedAgent, documentedCode } from './documentedAgents';
import type { AgentResult } from '../../src/ports/agent';
import { startAgent } from './startAgent';

describe('the plain script of docs/agents.md', () => {
  let home: AgentHome;
  beforeEach(() => {
    home = createAgentHome();
    writeFileSync(join(home.workspace, 'my-agent.mjs'), documentedCode('js'));
  });
  afterEach(() => home.dispose());

  function run(prompt: string): Promise<AgentResult> {
    const { workspace, stateDir } = home;
    const definition = documentedAgent('script');
    return startAgent({ definition, workspace, stateDir, systemPrompt: 'Start over.', prompt });
  }

  it('gets directives, task and environment, edits, and replies with its strategy', async () => {
    const { end, reply, errorTail } = await run('Write it down.');

    deepEqual(end, { kind: 'exit', code: 0 }, errorTail);
    equal(readFileSync(join(home.workspace, 'notes.txt'), 'utf8'), 'Start over.\nWrite it down.\n');
    ok(reply.startsWith('STRATEGY: write the task down\n'), reply);
  });

  it('ends badly with its own words when there is nothing to do', async () => {
    const { end, errorTail } = await run('');

    deepEqual(end, { kind: 'exit', code: 1 });
    equal(errorTail.trim(), 'There is nothing to do.');
  });
});

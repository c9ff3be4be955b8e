import { buildSync } from 'esbuild';
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { createAgent } from '../../src/platform/agents/createAgent';
import type { AgentDefinition } from '../../src/model/config/config';
import type { AgentRequest, AgentResult } from '../../src/ports/agent';

/** What one run of an agent takes. */
export interface AgentStart {
  readonly definition: AgentDefinition;
  readonly workspace: string;
  /** Takes the prompts, the transcript and the supervisor; outside the workspace. */
  readonly stateDir: string;
  readonly systemPrompt: string;
  readonly prompt: string;
  /** Id of the session to continue. */
  readonly session?: string;
  readonly onStep?: AgentRequest['onStep'];
  readonly onPermission?: AgentRequest['onPermission'];
  /** Aborting stops the agent. */
  readonly signal?: AbortSignal;
}

const supervisorSource = resolve(__dirname, '../../src/platform/process/supervisor.ts');

/** Runs an agent for one turn just as the engine does, under a supervisor built from its source. */
export async function startAgent(start: AgentStart): Promise<AgentResult> {
  const { definition, workspace, stateDir, systemPrompt, prompt, session } = start;
  const { onStep, onPermission, signal = new AbortController().signal } = start;
  const supervisorFile = join(stateDir, 'supervisor.js');
  buildSync({
    entryPoints: [supervisorSource],
    bundle: true,
    platform: 'node',
    target: 'node20',
    outfile: supervisorFile,
  });
  const agent = createAgent({
    workspaceDir: workspace,
    directory: stateDir,
    supervisorFile,
    environment: process.env,
  });
  const turn = {
    ...{ definition, taskId: 'greeting', turnId: randomUUID(), turn: 1, systemPrompt, prompt },
    ...(session !== undefined && { session }),
  };
  const listeners = { ...(onStep && { onStep }), ...(onPermission && { onPermission }) };
  return agent.run({ ...turn, ...listeners }, signal);
}

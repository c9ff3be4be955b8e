import { CONFIG_FILE } from '../../model/config/config';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InitAnswer } from '../../ports/configEditor';
import { findProgram } from '../workspace/findProgram';
import { AGENT_TEMPLATES } from './agentTemplates';
import { createConfigText } from './configTemplate';
import { findTestCommand } from './testCommand';

export interface InitOptions {
  /** Absolute path of the workspace folder. */
  readonly workspaceDir: string;
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Writes a first, valid `devs.yaml` from the agents on PATH and the project's test command. Never overwrites an
 * existing file. Never rejects.
 */
export async function initConfig({ workspaceDir, environment }: InitOptions): Promise<InitAnswer> {
  const file = join(workspaceDir, CONFIG_FILE);
  const found = AGENT_TEMPLATES.filter(({ name }) => findProgram(name, { environment }));
  const agents = found.map(({ name }) => name);
  const verify = findTestCommand(workspaceDir);
  try {
    await writeFile(file, createConfigText({ agents: found, verify }), { flag: 'wx' });
  } catch (error) {
    return { ok: false, message: describeWriteError(error as NodeJS.ErrnoException) };
  }
  const message =
    agents.length > 0
      ? `${CONFIG_FILE} was written.`
      : `${CONFIG_FILE} was written, but no agent was found on PATH: install one, or change "agents" there.`;
  return { ok: true, file, agents, verify, message };
}

function describeWriteError(error: NodeJS.ErrnoException): string {
  return error.code === 'EEXIST'
    ? `${CONFIG_FILE} already exists; it was left unchanged.`
    : `${CONFIG_FILE} could not be written: ${error.message}`;
}

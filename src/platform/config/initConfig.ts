import { CONFIG_FILE } from '../../model/config/config';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConfigSuggestions, InitAnswer } from '../../ports/configEditor';
import { findProgram } from '../workspace/findProgram';
import { AGENT_TEMPLATES, type AgentTemplate } from './agentTemplates';
import { findTestCommand } from './testCommand';
import { stringify } from 'yaml';

export interface InitOptions {
  /** Absolute path of the workspace folder. */
  readonly workspaceDir: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** Looks for known agents on PATH and for the project's test command. */
export function suggestConfig({ workspaceDir, environment }: InitOptions): ConfigSuggestions {
  const find = (program: string): string | undefined => findProgram(program, { environment });
  const agents = AGENT_TEMPLATES.map(({ name, program = name, insteadOf, install }) => {
    const file = find(program);
    const isOffered =
      insteadOf === undefined || (file !== undefined && find(insteadOf) === undefined);
    return { name, program, install, isOffered, ...(file !== undefined && { file }) };
  });
  const verify = findTestCommand(workspaceDir);
  return { agents, ...(verify !== undefined && { verify }) };
}

/**
 * Writes a first, valid `devs.yaml` from the agents on PATH and the project's test command. Never overwrites an
 * existing file. Never rejects.
 */
export async function initConfig(options: InitOptions): Promise<InitAnswer> {
  const file = join(options.workspaceDir, CONFIG_FILE);
  const { agents: known, verify } = suggestConfig(options);
  const agents = known.flatMap(({ name, file, isOffered }) =>
    file !== undefined && isOffered ? [name] : [],
  );
  const found = AGENT_TEMPLATES.filter(({ name }) => agents.includes(name));
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

interface TemplateFacts {
  /** Agents that can be started, in order of preference. */
  readonly agents: readonly AgentTemplate[];
  /** The project's test command. */
  readonly verify: string | undefined;
}

/** Creates the text of a first, valid `devs.yaml` with a commented example task. */
function createConfigText({ agents, verify }: TemplateFacts): string {
  const shown = agents.length > 0 ? agents : AGENT_TEMPLATES.slice(0, 1);
  const [first] = shown;
  return [
    '# What Devs works on: coding agents, and tasks for them.\n',
    'version: 1\n\n',
    agents.length > 0
      ? '# Programs that get a task and edit the workspace.\n'
      : '# No agent was found on PATH; install this one, or name the program that you use.\n',
    'agents:\n',
    ...shown.map(({ definition }) => definition),
    `\n# The default agent.\nagent: ${first?.name ?? ''}\n\n`,
    '# A task is done when this ends with exit code 0.\n',
    verify === undefined ? '# verify: npm test\n' : stringify({ verify }, { lineWidth: 0 }),
    '# Reports that it writes make progress measurable: JUnit XML, JSON of Jest, Vitest or Mocha,\n',
    '# TAP; LCOV or Cobertura for coverage.\n',
    '# reports: [junit.xml]\n\n',
    EXAMPLE_TASK,
  ].join('');
}

const EXAMPLE_TASK = `\
# The work: \`devs run\` runs these tasks.
tasks:
  # - id: add-login
  #   title: Add login
  #   goal: |
  #     Users can log in with e-mail and password.
  #     Wrong passwords are refused with a clear message.
  #   verify: npm test -- login
  #   dependsOn: [add-users]
`;

import { stringify } from 'yaml';
import { AGENT_TEMPLATES, type AgentTemplate } from './agentTemplates';

export interface TemplateFacts {
  /** Agents that can be started, in order of preference. */
  readonly agents: readonly AgentTemplate[];
  /** The project's test command. */
  readonly verify: string | undefined;
}

/** Creates the text of a first, valid `devs.yaml` with a commented example task. */
export function createConfigText({ agents, verify }: TemplateFacts): string {
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

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateConfig } from '../../src/platform/config/validateConfig';
import type { AgentDefinition } from '../../src/model/config/config';
import { formatProblem } from '../../src/model/config/config';

const page = readFileSync(join(__dirname, '../../docs/agents.md'), 'utf8');

/** The whole text of docs/agents.md, its lines joined. */
export const agentsPage = page.replace(/\s+/g, ' ');

/** The first code block of that language in docs/agents.md; throws when there is none. */
export function documentedCode(language: string): string {
  const code = codeBlocks(language)[0];
  if (code === undefined) throw new Error(`docs/agents.md has no ${language} block`);
  return code;
}

/** Names of all agents that docs/agents.md defines. */
export function documentedNames(): string[] {
  return [...new Set(definitions().map(({ name }) => name))];
}

/** An agent exactly as docs/agents.md prints it, but ended after a minute; throws when it is not there or not valid. */
export function documentedAgent(name: string): AgentDefinition {
  const block = definitions().find((definition) => definition.name === name)?.block;
  if (block === undefined) throw new Error(`docs/agents.md defines no agent "${name}"`);
  const task = 'tasks: [{ id: greet, title: Greet, goal: Greet. }]';
  const text = `version: 1\nagent: ${name}\n${task}\n${block}`;
  const result = validateConfig(text, { environment: {}, settings: {} });
  if (result.kind === 'invalid') throw new Error(result.problems.map(formatProblem).join('\n'));
  return { ...result.config.agents[name]!, timeoutMs: 60_000 };
}

function definitions(): { readonly name: string; readonly block: string }[] {
  return codeBlocks('yaml').flatMap((block) => {
    const name = /^agents:\n {2}(\S+):$/m.exec(block)?.[1];
    return name === undefined ? [] : [{ name, block }];
  });
}

function codeBlocks(language: string): string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...page.matchAll(fence)].map((match) => match[1] ?? '');
}

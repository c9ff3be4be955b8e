import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { AgentDefinition } from '../../src/domain/config';
import type { Command } from '../../src/domain/task';

interface WrittenAgent {
  readonly type: 'command';
  readonly command: Command;
  readonly timeout?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const docs = readFileSync(join(__dirname, '../../docs/agents.md'), 'utf8');

/** The whole text of docs/agents.md, its lines joined. */
export const agentsPage = docs.replace(/\s+/g, ' ');

/** The first code block of that language in docs/agents.md; throws when there is none. */
export function documentedCode(language: string): string {
  const code = codeBlocks(language)[0];
  if (code === undefined) throw new Error(`docs/agents.md has no ${language} block`);
  return code;
}

/** An agent exactly as docs/agents.md prints it; throws when the page has no such definition. */
export function documentedAgent(name: string): AgentDefinition {
  const agents = codeBlocks('yaml').map(
    (block) => (parse(block) as { readonly agents?: Record<string, WrittenAgent> }).agents ?? {},
  );
  const written = agents.find((group) => name in group)?.[name];
  if (written === undefined) throw new Error(`docs/agents.md defines no agent "${name}"`);
  return {
    name,
    type: written.type,
    command: written.command,
    timeoutMs: 60_000,
    env: written.env ?? {},
  };
}

function codeBlocks(language: string): string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...docs.matchAll(fence)].map((match) => match[1] ?? '');
}

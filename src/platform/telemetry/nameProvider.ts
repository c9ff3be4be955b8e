import type { AgentDefinition } from '../../model/config/config';

const PROVIDERS: readonly (readonly [name: RegExp, provider: string])[] = [
  [/claude/i, 'anthropic'],
  [/gemini/i, 'gcp.gemini'],
  [/codex|\bgpt-|\bo\d\b/i, 'openai'],
  [/deepseek/i, 'deepseek'],
  [/grok/i, 'x_ai'],
  [/mistral|devstral|codestral/i, 'mistral_ai'],
];

/** The model that an agent's command names with `--model` or `-m`; undefined for none. */
export function requestedModel({ command }: Pick<AgentDefinition, 'command'>): string | undefined {
  const words = typeof command === 'string' ? [command] : command;
  return /(?:^|\s)(?:--model|-m)[\s=]+["']?(\w[\w./:@-]{0,99})/.exec(words.join(' '))?.[1];
}

/** Who provides an agent's model, as the conventions name it, by its models or its program; `unknown` for none of them. */
export function nameProvider(
  { steps, command }: Pick<AgentDefinition, 'steps' | 'command'>,
  models: readonly (string | undefined)[] = [],
): string {
  const words = typeof command === 'string' ? [command] : command;
  for (const text of [...models, steps, words.join(' ')]) {
    const known = PROVIDERS.find(([name]) => text !== undefined && name.test(text));
    if (known !== undefined) return known[1];
  }
  return 'unknown';
}

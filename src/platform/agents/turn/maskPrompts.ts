import type { AgentRequest } from '../../../ports/agent';
import type { SecretMask } from '../../../ports/secretMask';

/** A program finds secrets in its environment, never in a prompt. */
export function maskPrompts(request: AgentRequest, mask: SecretMask): AgentRequest {
  const { prompt, systemPrompt } = request;
  return { ...request, prompt: mask.text(prompt), systemPrompt: mask.text(systemPrompt) };
}

/** The prompt with the directives before it. */
export function prependSystemPrompt(systemPrompt: string, prompt: string): string {
  return systemPrompt === '' ? prompt : `${systemPrompt}\n\n${prompt}`;
}

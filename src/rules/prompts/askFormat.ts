/** An agent that another one is told about. */
export interface AskableAgent {
  readonly name: string;
  /** What it is good at, one line. */
  readonly about: string;
}

/** How an agent asks others, and whom; '' where there is nobody to ask. */
export function askFormat(mayAsk: readonly AskableAgent[]): string {
  if (mayAsk.length === 0) return '';
  return [
    'If you need something of another agent, end your reply with one line `ASK <agent>: <request>` for each thing, three at most. You are then called again with the answers. You can ask:',
    ...mayAsk.map(({ name, about }) => `- ${name}: ${about}`),
  ].join('\n');
}

/** A prompt that ends with how its agent asks others; as it is where there is nobody to ask. */
export function withAskFormat(prompt: string, mayAsk: readonly AskableAgent[]): string {
  return mayAsk.length === 0 ? prompt : `${prompt.trimEnd()}\n\n${askFormat(mayAsk)}\n`;
}

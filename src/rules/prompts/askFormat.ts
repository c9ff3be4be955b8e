/** An agent that can be asked, as listed in a prompt. */
export interface AskableAgent {
  readonly name: string;
  /** What it is good at, one line. */
  readonly about: string;
}

/** Describes how to send requests and to which agents; '' if there are none. */
export function askFormat(mayAsk: readonly AskableAgent[]): string {
  if (mayAsk.length === 0) return '';
  return [
    'If you need something from another agent, end your reply with one line `ASK <agent>: <request>` for each thing, three at most. You are then called again with the answers. You can ask:',
    ...mayAsk.map(({ name, about }) => `- ${name}: ${about}`),
  ].join('\n');
}

/** Appends `askFormat` to a prompt; unchanged if there is no agent to ask. */
export function withAskFormat(prompt: string, mayAsk: readonly AskableAgent[]): string {
  return mayAsk.length === 0 ? prompt : `${prompt.trimEnd()}\n\n${askFormat(mayAsk)}\n`;
}

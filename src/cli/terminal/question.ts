import { createInterface } from 'node:readline';
import type { CliHost } from './cliHost';

const YES = /^y(es)?$/i;

/** Whether a human sits there who can be asked: input and output are both a terminal. */
export function canAsk({ stdin, stdout }: Pick<CliHost, 'stdin' | 'stdout'>): boolean {
  return stdin.isTTY === true && stdout.isTTY === true;
}

/** Asks and waits: true for `y` and `yes`; false for anything else, Ctrl+C and Ctrl+D included. */
export async function confirm(
  question: string,
  { stdin, stdout }: Pick<CliHost, 'stdin' | 'stdout'>,
): Promise<boolean> {
  const lines = createInterface({ input: stdin, output: stdout, terminal: true, historySize: 0 });
  return await new Promise((resolve) => {
    let answer: string | undefined;
    lines.on('SIGINT', () => lines.close());
    lines.on('close', () => {
      // Output after the question starts on its own line.
      if (answer === undefined) stdout.write('\n');
      resolve(YES.test(answer?.trim() ?? ''));
    });
    lines.question(`${question} [y/N] `, (typed) => {
      answer = typed;
      lines.close();
    });
  });
}

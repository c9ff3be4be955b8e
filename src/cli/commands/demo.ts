import { resolve } from 'node:path';
import type { CommandContext } from './shared/commandContext';
import { failed, type Outcome } from '../terminal/outcome';
import { printable, printableLine } from '../terminal/printable';

/** `devs demo`: creates the demo project, whose agent loops, in a folder of its own. */
export async function demo({ host }: CommandContext, folder: string): Promise<Outcome> {
  const place = resolve(host.cwd(), folder);
  const { ok, message } = await host.createDemo(place);
  if (!ok) return failed(message);
  const lines = [
    printable(message),
    'The agent of the demo needs no account and costs nothing. See the agent loop, and help it with a hint:',
    `  cd ${printableLine(asWord(folder))}`,
    '  devs run',
  ];
  return { ok: true, text: `${lines.join('\n')}\n`, json: { ok: true, folder: place, message } };
}

/** In quotes where a shell would split it. */
function asWord(path: string): string {
  return /^[\w./~:\\-]+$/.test(path) ? path : JSON.stringify(path);
}

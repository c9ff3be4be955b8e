import type { CommandContext } from './shared/commandContext';
import { failed, type Outcome } from '../terminal/outcome';
import { printable, printableLine } from '../terminal/printable';

/** `devs init`: writes a first `devs.yaml` from the agents and the test command it finds. */
export async function init(context: CommandContext): Promise<Outcome> {
  const answer = await context.app.init();
  if (!answer.ok) return failed(answer.message);
  const { file, agents, message } = answer;
  const verify = answer.verify ?? null;
  const lines = [
    printable(message),
    `  agents  ${agents.length === 0 ? 'none found on PATH' : agents.join(', ')}`,
    `  verify  ${verify === null ? 'no test command found' : printableLine(verify)}`,
    'Add your tasks to devs.yaml, then run `devs run`.',
  ];
  return {
    ok: true,
    text: `${lines.join('\n')}\n`,
    json: { ok: true, file, agents, verify, message },
  };
}

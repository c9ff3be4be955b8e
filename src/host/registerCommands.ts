import { commands, Disposable, window, type LogOutputChannel } from 'vscode';
import type { Answer } from '../ports/answer';
import { commandArgument } from './commandArgument';
import type { CommandHandler, CommandHandlers } from './commandHandlers';
import { COMMANDS, type CommandName } from './contributions';

/** How long a command's answer stands in the status bar, in milliseconds. */
const ANSWER_STAYS = 6_000;

/** Longest answer that the status bar shows whole, in characters; a longer one is a notification. */
const FITS_STATUS_BAR = 70;

/** Registers every command. Each resolves with its answer, for key bindings and other extensions. */
export function registerCommands(handlers: CommandHandlers, log: LogOutputChannel): Disposable {
  const names = Object.keys(COMMANDS) as CommandName[];
  return Disposable.from(
    ...names.map((name) =>
      commands.registerCommand(COMMANDS[name], (raw: unknown) => perform(handlers[name], raw, log)),
    ),
  );
}

async function perform(
  handler: CommandHandler,
  raw: unknown,
  log: LogOutputChannel,
): Promise<Answer | undefined> {
  const answer = await guarded(handler, raw, log);
  if (answer !== undefined) tell(answer);
  return answer;
}

function tell({ ok, message }: Answer): void {
  const text = `Devs: ${message}`;
  if (!ok) void window.showWarningMessage(text);
  else if (text.length > FITS_STATUS_BAR) void window.showInformationMessage(text);
  else window.setStatusBarMessage(text, ANSWER_STAYS);
}

async function guarded(
  handler: CommandHandler,
  raw: unknown,
  log: LogOutputChannel,
): Promise<Answer | undefined> {
  try {
    return await handler(commandArgument(raw));
  } catch (error) {
    log.error(error instanceof Error ? error : String(error));
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

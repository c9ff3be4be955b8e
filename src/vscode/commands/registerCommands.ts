import { commands, Disposable, type LogOutputChannel } from 'vscode';
import type { Answer } from '../../ports/answer';
import type { CommandHandler, CommandHandlers } from './commandHandlers';
import { COMMANDS, type CommandName } from '../contributions/contributions';
import { showAnswer, type ActionAnswer } from '../notifications/showAnswer';

/** Registers every command. Commands resolve with their answer, for key bindings and other extensions. */
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
  const answer = await callHandler(handler, raw, log);
  if (answer === undefined) return undefined;
  showAnswer(answer);
  return { ok: answer.ok, message: answer.message };
}

async function callHandler(
  handler: CommandHandler,
  raw: unknown,
  log: LogOutputChannel,
): Promise<ActionAnswer | undefined> {
  try {
    const { commandArgument } = await import('../contributions/commandArgument');
    return await handler(commandArgument(raw));
  } catch (error) {
    log.error(error instanceof Error ? error : String(error));
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

import { CommanderError, type Command } from 'commander';
import { capitalise } from '../text/sentence';
import type { GlobalOptions, Invocation } from './invocation';
import { buildProgram } from './program';

/** Result of parsing the command line. */
export type Parsed =
  | { readonly kind: 'command'; readonly invocation: Invocation; readonly options: GlobalOptions }
  /** Help or version, asked for. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'wrong'; readonly message: string };

/** Understands the words after `devs`; never writes, never ends the process. */
export function parseCommandLine(argv: readonly string[]): Parsed {
  let invocation: Invocation | undefined;
  const program = buildProgram((chosen) => (invocation = chosen));
  const output: string[] = [];
  captureOutput(program, (text) => output.push(text));
  try {
    program.parse([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return toParseFailure(error, output.join(''));
  }
  const options = program.opts<GlobalOptions>();
  return invocation === undefined
    ? { kind: 'wrong', message: `No command given.\n\n${program.helpInformation().trimEnd()}` }
    : { kind: 'command', invocation, options };
}

/** Whether the arguments request JSON, valid or not. */
export function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end === -1 ? argv : argv.slice(0, end)).includes('--json');
}

function captureOutput(program: Command, write: (text: string) => void): void {
  for (const command of [program, ...program.commands]) {
    command
      .exitOverride()
      .configureOutput({ writeOut: write, writeErr: write, getOutHasColors: () => false });
  }
}

function toParseFailure(error: CommanderError, output: string): Parsed {
  if (error.exitCode === 0) return { kind: 'text', text: output };
  if (error.code === 'commander.help') {
    return { kind: 'wrong', message: `No command given.\n\n${output.trimEnd()}` };
  }
  const message = error.message
    .replace(/^error: /, '')
    .replace(/\n\(/, ' (')
    .replace(/\.$/, '');
  return { kind: 'wrong', message: `${capitalise(message)}. See \`devs --help\`.` };
}

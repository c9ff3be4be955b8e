import * as escape from 'cross-spawn/lib/util/escape';
import { win32 } from 'node:path';
import { fillElement, fillShellText, type PromptFiles } from './placeholders';
import { quote } from 'shell-quote';

/** Program and arguments for the system to start. */
export interface CommandLine {
  readonly program: string;
  readonly args: readonly string[];
  /** Windows: `args` are quoted already and passed on as they are. */
  readonly verbatim: boolean;
}

export type CommandLineResult =
  | { readonly ok: true; readonly line: CommandLine }
  | { readonly ok: false; readonly message: string };

/** The system for which a command line is built; it may differ from the current one. */
export type CommandPlatform =
  | { readonly kind: 'posix' }
  | {
      readonly kind: 'windows';
      /** `%ComSpec%`. */
      readonly shell: string;
      /** Resolves a program's name to a file, by `PATH` and `PATHEXT`. */
      findProgram(name: string): string | undefined;
    };

const WINDOWS_EXECUTABLE = /\.(?:com|exe)$/i;
const WINDOWS_BATCH = /\.(?:cmd|bat)$/i;
/** npm's shims run `cmd.exe` over their arguments a second time. */
const NPM_SHIM = /node_modules[\\/]\.bin[\\/][^\\/]+\.cmd$/i;

/**
 * A list is started directly, a string goes through the shell: `/bin/sh -c` on POSIX systems,
 * `cmd.exe /d /s /c` on Windows. Placeholders are replaced: as they are in an element of a list,
 * quoted for the shell in a string. An empty command is refused.
 */
export function buildCommandLine(
  command: string | readonly string[],
  { files, platform }: { readonly files: PromptFiles; readonly platform: CommandPlatform },
): CommandLineResult {
  const words = typeof command === 'string' ? [command] : command;
  if (words.some((word) => word.includes('\0'))) return refuse('the command holds a NUL character');
  if ((words[0] ?? '').trim() === '') return refuse('the command is empty');
  if (typeof command === 'string') return accept(shellLine(command, { files, platform }));
  const [program = '', ...args] = command.map((element) => fillElement(element, files));
  if (platform.kind === 'posix') return accept({ program, args, verbatim: false });
  const file = platform.findProgram(program);
  if (file === undefined) return refuse(`program "${program}" was not found on PATH`);
  return WINDOWS_EXECUTABLE.test(file)
    ? accept({ program: file, args, verbatim: false })
    : batchLine({ file, args, shell: platform.shell });
}

function shellLine(
  text: string,
  { files, platform }: { readonly files: PromptFiles; readonly platform: CommandPlatform },
): CommandLine {
  if (platform.kind === 'posix') {
    const script = fillShellText(text, { files, quote: quoteForSh });
    return { program: '/bin/sh', args: ['-c', script], verbatim: false };
  }
  return cmdLine(platform.shell, fillShellText(text, { files, quote: quoteForCmd }));
}

interface Batch {
  readonly file: string;
  readonly args: readonly string[];
  readonly shell: string;
}

function batchLine({ file, args, shell }: Batch): CommandLineResult {
  if (!WINDOWS_BATCH.test(file)) {
    return refuse(
      `"${file}" is neither a program nor a batch file; start it through its interpreter`,
    );
  }
  if (args.some((arg) => /[\r\n]/.test(arg))) {
    return refuse(`"${file}" is a batch file: its arguments cannot hold line breaks`);
  }
  const twice = NPM_SHIM.test(file);
  const quoted = args.map((arg) => escape.argument(arg, twice));
  return accept(cmdLine(shell, [escape.command(win32.normalize(file)), ...quoted].join(' ')));
}

/** `/d` skips AutoRun, `/s` takes away exactly the outer quotes. */
function cmdLine(shell: string, text: string): CommandLine {
  return { program: shell, args: ['/d', '/s', '/c', `"${text}"`], verbatim: true };
}

function accept(line: CommandLine): CommandLineResult {
  return { ok: true, line };
}

function refuse(message: string): CommandLineResult {
  return { ok: false, message };
}

/** A path as one word of `/bin/sh`. */
export function quoteForSh(path: string): string {
  return quote([path]);
}

/**
 * A path as one word of `cmd.exe /c`, for programs as well as for `type` and `<`. A percent sign is
 * placed outside the quotes after a caret: inside them it would begin a variable. A double quote,
 * which no path on Windows has, becomes `\"` for the program's own reading.
 */
export function quoteForCmd(path: string): string {
  return `"${path.replaceAll('"', '\\"').replaceAll('%', '"^%"')}"`;
}

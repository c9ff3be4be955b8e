import { win32 } from 'node:path';

/** What a `devs` launcher starts. */
export interface Launch {
  /** Folder that the launcher lies in. */
  readonly directory: string;
  /** The program that runs JavaScript: Node, or VS Code's own executable. */
  readonly runtime: string;
  /** True when `runtime` is an Electron program, which has to be told to be Node. */
  readonly electron: boolean;
  /** The bundled command line tool. */
  readonly cli: string;
}

/**
 * `devs` for POSIX shells. VS Code's runtime comes first because its version is known to fit; where it is gone
 * (VS Code was updated while a terminal stayed open) the user's `node` steps in.
 */
export function posixLauncher({ runtime, electron, cli }: Launch): string {
  return `#!/bin/sh
# Written by the Devs extension for VS Code's terminals.
runtime=${shellQuote(runtime)}
cli=${shellQuote(cli)}
if [ -x "$runtime" ]; then
  ${electron ? 'ELECTRON_RUN_AS_NODE=1 ' : ''}exec "$runtime" "$cli" "$@"
fi
exec node "$cli" "$@"
`;
}

/** `devs.cmd` for Windows; paths are relative to it, so that its encoding does not matter. */
export function windowsLauncher(launch: Launch): string {
  const runtime = batchPath(launch.directory, launch.runtime);
  const cli = batchPath(launch.directory, launch.cli);
  const lines = [
    '@echo off',
    "rem Written by the Devs extension for VS Code's terminals.",
    'setlocal',
    `if not exist "${runtime}" goto node`,
    ...(launch.electron ? ['set ELECTRON_RUN_AS_NODE=1'] : []),
    `"${runtime}" "${cli}" %*`,
    'exit /b %errorlevel%',
    ':node',
    `node "${cli}" %*`,
    'exit /b %errorlevel%',
    '',
  ];
  return lines.join('\r\n');
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function batchPath(from: string, to: string): string {
  const relative = win32.relative(from, to);
  const anchored = win32.isAbsolute(relative) ? '' : '%~dp0';
  return `${anchored}${relative.replaceAll('%', '%%')}`;
}

import { win32 } from 'node:path';

/** Program that a `devs` launcher starts. */
export interface Launch {
  /** Folder that the launchers lie in. */
  readonly directory: string;
  /** The program that runs JavaScript: Node, or VS Code's own executable. */
  readonly runtime: string;
  /** True if `runtime` is an Electron program, which must be switched to run as Node. */
  readonly electron: boolean;
  /** The bundled command line tool. */
  readonly cli: string;
}

/** A file of the launchers' folder. */
export interface LauncherFile {
  readonly name: string;
  readonly text: string;
}

const PRELOAD = 'as-node.js';

/** Every file that the launchers' folder needs. */
export function launcherFiles(launch: Launch): readonly LauncherFile[] {
  return [
    { name: PRELOAD, text: preload },
    { name: 'devs', text: posixLauncher(launch) },
    { name: 'devs.cmd', text: windowsLauncher(launch) },
  ];
}

/** The variable that makes Electron run as Node must not reach the programs that `devs` starts. */
const preload = `// Written by the Devs extension for VS Code's terminals.
delete process.env.ELECTRON_RUN_AS_NODE;
`;

/**
 * `devs` for POSIX shells. VS Code's runtime comes first because its version is known to fit; where
 * it is gone (VS Code was updated while a terminal stayed open) the user's `node` steps in.
 */
function posixLauncher({ directory, runtime, electron, cli }: Launch): string {
  const preloaded = shellQuote(`${directory}/${PRELOAD}`);
  const start = electron
    ? `ELECTRON_RUN_AS_NODE=1 exec "$runtime" --require ${preloaded} "$cli" "$@"`
    : 'exec "$runtime" "$cli" "$@"';
  return `#!/bin/sh
# Written by the Devs extension for VS Code's terminals.
runtime=${shellQuote(runtime)}
cli=${shellQuote(cli)}
if [ -x "$runtime" ]; then
  ${start}
fi
exec node "$cli" "$@"
`;
}

/** `devs.cmd` for Windows; paths are relative to it, so that its encoding does not matter. */
function windowsLauncher({ directory, runtime, electron, cli }: Launch): string {
  const program = batchPath(directory, runtime);
  const script = batchPath(directory, cli);
  const start = electron
    ? ['set ELECTRON_RUN_AS_NODE=1', `"${program}" --require "%~dp0${PRELOAD}" "${script}" %*`]
    : [`"${program}" "${script}" %*`];
  const lines = [
    '@echo off',
    "rem Written by the Devs extension for VS Code's terminals.",
    'setlocal',
    `if not exist "${program}" goto node`,
    ...start,
    'exit /b %errorlevel%',
    ':node',
    `node "${script}" %*`,
    'exit /b %errorlevel%',
  ];
  return `${lines.join('\r\n')}\r\n`;
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The path relative to the launcher's folder, or the path itself on another drive. */
function batchPath(from: string, to: string): string {
  const relative = win32.relative(from, to);
  const anchored = win32.isAbsolute(relative) ? '' : '%~dp0';
  return `${anchored}${relative.replaceAll('%', '%%')}`;
}

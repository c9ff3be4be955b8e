import { StateError } from '../ports/workspaceState';
import { runCli } from './cli';
import { isForeground } from './terminal/foreground';
import { outlivesTerminal, readParentStatus } from './terminal/hangup';
import { failed } from './terminal/outcome';
import { closableOutput } from './terminal/closableOutput';
import { writeOutcome } from './writeOutcome';
import { describeUnexpected } from './commands/shared/describeUnexpected';
import type { CliHost } from './terminal/cliHost';
import { printableLine } from './terminal/printable';
import { readStartWords } from './terminal/readStartWords';

const INTERRUPTING = ['SIGINT', 'SIGTERM'] as const;

const ignoresHangup = outlivesTerminal({
  environment: process.env,
  parentStatus: readParentStatus(),
});
const SIGNALS = ignoresHangup ? INTERRUPTING : ([...INTERRUPTING, 'SIGHUP'] as const);
// Without a listener SIGHUP would end the process.
if (ignoresHangup) process.on('SIGHUP', () => undefined);

/** Carries out the command line of this process, then ends it. `assetsDir`: `dist/` as built. */
export function start(assetsDir: string): void {
  const host = hostOf(assetsDir);
  process.on('uncaughtException', (error) => {
    const outcome = failed(describeUnexpected(error, process.env));
    process.exit(writeOutcome(outcome, host, closableOutput(process.stdout)));
  });
  // The process ends once its output is written.
  void runCli(host).then((code) => process.stdout.write('', () => process.exit(code)));
}

/** Throws `StateError`, naming the folder, when it was removed. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    const named = process.env['PWD'] ?? '';
    throw new StateError(
      `The folder that this terminal is in${named === '' ? '' : ` (${named})`} no longer exists. ` +
        `Go to another folder, or name the workspace: \`devs -C <dir>\`.`,
      { cause: error },
    );
  }
}

function hostOf(assetsDir: string): CliHost {
  const startWords = printableLine(readStartWords(assetsDir));
  return {
    argv: process.argv.slice(2),
    environment: process.env,
    cwd: currentFolder,
    assetsDir,
    // Opened on first use; commands without questions never open it.
    get stdin() {
      return process.stdin;
    },
    stdout: Object.assign(process.stdout, { startWords }),
    stderr: Object.assign(process.stderr, { startWords }),
    openApp: async (workspaceDir) => {
      const { createApp } = await import('../app/createApp');
      return createApp({
        workspaceDir,
        who: 'terminal',
        environment: process.env,
        assetsDir,
        settings: {},
        desktop: process.stderr.isTTY
          ? { terminal: (text) => void process.stderr.write(text) }
          : {},
      });
    },
    createDemo: async (folder) => {
      const { createDemo } = await import('../app/demo/createDemo');
      return await createDemo({ assetsDir, folder, environment: process.env });
    },
    onSignal: (listener) => {
      for (const signal of SIGNALS) process.on(signal, listener);
      return { dispose: () => SIGNALS.forEach((signal) => process.off(signal, listener)) };
    },
    raise: (signal) => {
      // Elsewhere a signal ends the process.
      if (process.platform === 'win32') process.emit(signal);
      else process.kill(0, signal);
    },
    isForeground,
    exitNow: (code) => process.exit(code),
    now: () => performance.now(),
    date: () => new Date(),
    everySecond: (listener) => {
      const timer = setInterval(listener, 1000);
      return { dispose: () => clearInterval(timer) };
    },
    after: (ms, listener) => {
      const timer = setTimeout(listener, ms);
      return { dispose: () => clearTimeout(timer) };
    },
  };
}

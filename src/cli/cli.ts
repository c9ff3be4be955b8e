import type { App } from '../app/api/app';
import { StateError } from '../ports/workspaceState';
import { EXIT, failed, type ExitCode, type Outcome } from './terminal/outcome';
import { closableOutput, type ClosableOutput } from './terminal/closableOutput';
import { nameCommand } from './terminal/nameCommand';
import { printable } from './terminal/printable';
import { styleFor } from './terminal/style';
import { wrapFor } from './terminal/wrapText';
import { asksForJson, parseCommandLine, type Parsed } from './parseCommandLine';
import { writeOutcome } from './writeOutcome';
import { describeUnexpected } from './commands/shared/describeUnexpected';
import { findWorkspaceFolder } from './commands/shared/findWorkspaceFolder';
import type { CliHost } from './terminal/cliHost';

/** Carries out one command line; resolves with the exit code, never rejects. */
export async function runCli(host: CliHost): Promise<ExitCode> {
  const output = closableOutput(host.stdout);
  host.stderr.on('error', () => undefined);
  const code = await runCommandLine(host, output);
  // A failed write is reported a moment later.
  await new Promise((resolve) => setImmediate(resolve));
  if (output.failure === undefined) return code;
  host.stderr.write(`Devs could not write all of its output: ${printable(output.failure)}.\n`);
  return code === EXIT.ok ? EXIT.error : code;
}

async function runCommandLine(host: CliHost, output: ClosableOutput): Promise<ExitCode> {
  try {
    const parsed = parseCommandLine(host.argv);
    switch (parsed.kind) {
      case 'text':
        output.write(nameCommand(host.stdout, parsed.text));
        return EXIT.ok;
      case 'wrong':
        return writeOutcome(failed(parsed.message), host, output);
      case 'command':
        return writeOutcome(await runInvocation(parsed, host, output), host, output);
      default:
        return parsed satisfies never;
    }
  } catch (error) {
    return writeOutcome(failed(describeUnexpected(error, host.environment)), host, output);
  }
}

async function runInvocation(
  { invocation, options }: Extract<Parsed, { kind: 'command' }>,
  host: CliHost,
  output: ClosableOutput,
): Promise<Outcome> {
  const folder = findWorkspaceFolder(() => host.cwd(), options.cwd);
  if (!folder.ok) return failed(folder.message);
  const app = await host.openApp(folder.folder);
  try {
    if (invocation.skipsRecovery !== true) await recover(app, host);
    return await invocation({
      app,
      workspaceDir: folder.folder,
      json: asksForJson(host.argv),
      output,
      style: styleFor(host.stdout, host.environment),
      host,
    });
  } finally {
    await app.dispose();
  }
}

/** The next command except `doctor` recovers the state of a killed process. */
async function recover(app: App, { stderr }: CliHost): Promise<void> {
  try {
    for (const message of await app.recover()) {
      stderr.write(wrapFor(stderr, `${printable(message)}\n`));
    }
  } catch (error) {
    // The command itself says what is wrong with the state, each in its own way.
    if (!(error instanceof StateError)) throw error;
  }
}

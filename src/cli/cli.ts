import type { CommandContext } from './commandContext';
import { EXIT, failed, type ExitCode, type Outcome } from './outcome';
import { closableOutput, type ClosableOutput } from './output/closableOutput';
import { printable, toJsonLine } from './output/printable';
import { styleFor } from './output/style';
import { asksForJson, parse, type Parsed } from './parse';
import { workspaceFolder } from './workspaceFolder';
import type { CliWorld } from './world';
import { unexpected } from './unexpected';

/** Carries out one command line; resolves with the exit code, never rejects. */
export async function runCli(world: CliWorld): Promise<ExitCode> {
  const output = closableOutput(world.stdout);
  world.stderr.on('error', () => undefined);
  const json = asksForJson(world.argv);
  try {
    const parsed = parse(world.argv);
    if (parsed.kind === 'text') {
      output.write(parsed.text);
      return EXIT.ok;
    }
    const outcome =
      parsed.kind === 'wrong'
        ? failed(parsed.message)
        : await carryOut(parsed, { world, output, json });
    return tell(outcome, { world, output, json });
  } catch (error) {
    return tell(failed(unexpected(error, world.environment)), { world, output, json });
  }
}

interface Telling {
  readonly world: CliWorld;
  readonly output: ClosableOutput;
  readonly json: boolean;
}

async function carryOut(
  { invocation, options }: Extract<Parsed, { kind: 'command' }>,
  { world, output, json }: Telling,
): Promise<Outcome> {
  const folder = workspaceFolder(world.cwd(), options.cwd);
  if (!folder.ok) return failed(folder.message);
  const app = world.openApp(folder.folder);
  const context: CommandContext = {
    app,
    workspaceDir: folder.folder,
    json,
    output,
    style: styleFor(world.stdout, world.environment),
    world,
  };
  try {
    return await invocation(context);
  } finally {
    await app.dispose();
  }
}

function tell(outcome: Outcome, { world, output, json }: Telling): ExitCode {
  if (!outcome.ok) {
    if (json) output.write(`${toJsonLine({ error: outcome.message })}\n`);
    else world.stderr.write(`${printable(outcome.message)}\n`);
    return EXIT.error;
  }
  output.write(json ? `${toJsonLine(outcome.json)}\n` : outcome.text);
  if (!json) for (const note of outcome.notes ?? []) world.stderr.write(`${printable(note)}\n`);
  return outcome.exitCode ?? EXIT.ok;
}

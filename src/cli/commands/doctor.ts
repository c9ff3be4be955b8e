import type { SetupReport } from '../../model/workspace/setupReport';
import { countLevels, summarizeSetup } from '../../model/workspace/setupReport';
import type { CommandContext } from './shared/commandContext';
import { watchInterruption } from '../terminal/interruption';
import { EXIT, type ExitCode, type Outcome } from '../terminal/outcome';
import { printableLine } from '../terminal/printable';
import { DoctorScreen } from '../render/doctorScreen';
import { summaryLine } from '../render/doctorText';

export interface DoctorCommandOptions {
  readonly quick?: boolean;
  readonly askAgents?: boolean;
  readonly notify?: boolean;
}

/** `devs doctor`: checks everything that a run needs, each finding with what to do about it. */
export async function doctor(
  context: CommandContext,
  words: DoctorCommandOptions,
): Promise<Outcome> {
  const { app, json, output, style, host } = context;
  const askAgents = words.askAgents === true;
  if (askAgents) host.stderr.write('Devs starts each agent once, which may cost money.\n');
  const screen = json ? undefined : new DoctorScreen({ output, style, host });
  const interruption = watchInterruption({
    ...{ host, output },
    onInterrupted: () => screen?.close(),
  });
  try {
    const setup = await app.doctor(
      {
        ...{
          askAgents,
          sendNotifications: words.notify === true,
          quick: words.quick === true,
          signal: interruption.signal,
        },
        place: { kind: 'terminal' },
      },
      screen,
    );
    return outcomeOf(setup, context);
  } finally {
    interruption.dispose();
    screen?.close();
  }
}

function outcomeOf(setup: SetupReport, { style, workspaceDir, app }: CommandContext): Outcome {
  const { checks, interrupted } = setup;
  const counts = countLevels(checks);
  return {
    ok: true,
    text: summaryLine(setup, style),
    json: {
      ...{ ok: counts.problem === 0 && !interrupted, interrupted },
      ...{ workspace: workspaceDir, stateDir: app.stateDir, counts },
      checks: checks.map(({ id, group, title, level, found, remedy = null }) => {
        return { id, group, title, level, found, remedy };
      }),
      message: printableLine(summarizeSetup(setup)),
    },
    exitCode: exitCodeOf(setup),
  };
}

function exitCodeOf({ checks, interrupted }: SetupReport): ExitCode {
  if (interrupted) return EXIT.interrupted;
  return countLevels(checks).problem > 0 ? EXIT.error : EXIT.ok;
}

import { Argument, type Command } from 'commander';
import { GUARDED_AGENTS } from '../model/guard/guardedAgent';
import type { CommandContext } from './commands/shared/commandContext';
import { GUARD_ACTIONS, type GuardAction, type GuardOptions } from './commands/guard';
import type { SessionsOptions } from './commands/sessions';
import { SKIPS_RECOVERY, type Invocation } from './invocation';

const GUARD_HELP = `
install puts hooks into the settings of each agent, so that Devs notices loops in sessions that you
start yourself; uninstall gives the settings back as they were; status shows what is installed.
No devs.yaml is needed.
Codex runs hooks only once they are trusted: in its own /hooks, or with --trust.`;

const SESSIONS_HELP = `
Name a session by its id, by the beginning of its id, or by its agent if that has only one session.
Lists sessions of the last day in this folder. --snooze 0m ends a snooze.`;

/** Commands of the guard, which notices loops in sessions that Devs did not start. */
export function addGuardCommands(program: Command, chosen: (invocation: Invocation) => void): void {
  program
    .command('guard')
    .description('notice loops in sessions of agents that you start yourself')
    .addArgument(new Argument('<action>', 'what to do').choices(GUARD_ACTIONS))
    .argument(
      '[agent...]',
      `${GUARDED_AGENTS.join(', ')} (default: all that are on this machine, except cursor and vscode)`,
    )
    .option('--user', 'change the settings of your user (default)')
    .option('--project', 'change the settings of this folder')
    .option('--dry-run', 'only show what would be changed')
    .option('--trust', 'with install: have Codex trust the hooks, instead of asking you')
    .addHelpText('after', GUARD_HELP)
    .action((action: GuardAction, agents: string[], options: GuardOptions) =>
      chosen(
        withoutRecovery(async (context) =>
          (await import('./commands/guard')).guard(context, { action, agents }, options),
        ),
      ),
    );
  program
    .command('sessions')
    .description('show guarded sessions: what they do, and where Devs noticed a loop')
    .argument('[session]', 'show this one, with its loops and their proof')
    .option('--all', 'sessions in every folder')
    .option('--snooze <duration>', 'do not interrupt the session for this long, such as 30m')
    .option('--not-a-loop', 'mark the newest loop or suspected loop of the session as not a loop')
    .addHelpText('after', SESSIONS_HELP)
    .action((session: string | undefined, options: SessionsOptions) =>
      chosen(
        withoutRecovery(async (context) =>
          (await import('./commands/sessions')).sessions(context, session, options),
        ),
      ),
    );
}

/** They need no state of the workspace. */
function withoutRecovery(
  invocation: (context: CommandContext) => ReturnType<Invocation>,
): Invocation {
  return Object.assign(invocation, SKIPS_RECOVERY);
}

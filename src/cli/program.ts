import { Command } from 'commander';
import { version } from '../../package.json';
import type { CommandContext } from './commandContext';
import { init } from './commands/init';
import { pause } from './commands/pause';
import { report } from './commands/report';
import { resume } from './commands/resume';
import { retry } from './commands/retry';
import { run } from './commands/run';
import { skip } from './commands/skip';
import { status } from './commands/status';
import type { Outcome } from './outcome';

/** A command whose words have been understood, ready to be carried out. */
export type Invocation = (context: CommandContext) => Promise<Outcome>;

/** Options that every command knows. */
export interface GlobalOptions {
  readonly json?: boolean;
  readonly cwd?: string;
}

const DESCRIPTION =
  'Runs coding agents on the tasks in devs.yaml, notices loops, pivots, and pauses for you.';

const EXIT_CODES = `
Exit codes of run: 0 every task done or skipped, 2 something needs you,
3 ended with tasks done only in part, 130 interrupted. All commands: 1 for an error.`;

/** The command line's grammar; the command that was named is handed to `chosen`. */
export function buildProgram(chosen: (invocation: Invocation) => void): Command {
  const program = new Command('devs')
    .description(DESCRIPTION)
    .version(version)
    .option('-C, --cwd <dir>', 'workspace folder (default: nearest upwards with a devs.yaml)')
    .option('--json', 'print JSON')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', EXIT_CODES);
  addRunCommands(program, chosen);
  addTaskCommands(program, chosen);
  return program;
}

function addRunCommands(program: Command, chosen: (invocation: Invocation) => void): void {
  program
    .command('init')
    .description('write a first devs.yaml from the agents and the test command found here')
    .action(() => chosen(init));
  program
    .command('run')
    .description('run tasks until nothing can run')
    .argument('[task...]', 'run these alone')
    .action((taskIds: string[]) => chosen((context) => run(context, taskIds)));
  program
    .command('status')
    .description('show every task, who runs, and what can be done next')
    .action(() => chosen(status));
  program
    .command('pause')
    .description('end the run, wherever it goes on, after its turn')
    .option('--now', 'cancel the running turn')
    .action((options: { now?: boolean }) =>
      chosen((context) => pause(context, { now: options.now === true })),
    );
}

function addTaskCommands(program: Command, chosen: (invocation: Invocation) => void): void {
  program
    .command('report')
    .description('show the newest pause report of a task')
    .argument('<task>')
    .action((taskId: string) => chosen((context) => report(context, taskId)));
  program
    .command('resume')
    .description('let a paused, blocked or aborted task go on, with all its counters at 0')
    .argument('<task>')
    .option('--hint <text>', 'guidance for the agent, kept until the task ends')
    .option('--agent <name>', 'another agent from devs.yaml')
    .action((taskId: string, options: { hint?: string; agent?: string }) =>
      chosen((context) => resume(context, taskId, options)),
    );
  program
    .command('skip')
    .description('leave a task out')
    .argument('[task]', 'default: the one that needs you')
    .action((taskId: string | undefined) => chosen((context) => skip(context, taskId)));
  program
    .command('retry')
    .description('start a finished or skipped task anew')
    .argument('<task>')
    .action((taskId: string) => chosen((context) => retry(context, taskId)));
}

import { Command } from 'commander';
import { version } from '../../package.json';
import { LIMIT_SPECS } from '../model/config/limits';
import { STEP_LIMITS } from '../model/config/stepLimits';
import type { CommandContext } from './commands/shared/commandContext';
import type { DoctorCommandOptions } from './commands/doctor';
import type { McpOptions } from './commands/mcp';
import type { LessonOptions } from './commands/lessons';
import type { ReplayOptions } from './commands/replay';
import type { ReportOptions } from './commands/report';
import {
  addAnswerCommand,
  addDecisionCommands,
  addPermissionCommands,
  addPullRequestCommand,
  addRewindCommands,
} from './decisionCommands';
import { addAddCommand } from './addCommand';
import { addGuardCommands } from './guardCommands';
import { SKIPS_RECOVERY, type Invocation } from './invocation';

const DESCRIPTION =
  'Runs coding agents on the tasks in devs.yaml, notices when they loop, and asks you when they need help.';

const EXIT_CODES = `
Exit codes of run: 0 every task done or skipped, 2 something needs you,
3 ended with tasks done only in part, 130 interrupted. All commands: 1 for an error.`;

/** The command line's grammar; the command that was named is handed to `chosen`, and loaded when it is called. */
export function buildProgram(chosen: (invocation: Invocation) => void): Command {
  const program = new Command('devs')
    .description(DESCRIPTION)
    .version(version)
    .option('-C, --cwd <dir>', 'workspace folder (default: nearest upwards with a devs.yaml)')
    .option('--json', 'print JSON')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', EXIT_CODES);
  addRunCommands(program, chosen);
  addAddCommand(program, chosen);
  addReportCommand(program, chosen);
  addDecisionCommands(program, chosen);
  addPermissionCommands(program, chosen);
  addAnswerCommand(program, chosen);
  addRewindCommands(program, chosen);
  addPullRequestCommand(program, chosen);
  addReplayCommand(program, chosen);
  addMetricsCommand(program, chosen);
  addLessonsCommand(program, chosen);
  addDoctorCommand(program, chosen);
  addCleanCommand(program, chosen);
  addUnlockCommand(program, chosen);
  addGuardCommands(program, chosen);
  addMcpCommand(program, chosen);
  return program;
}

function addRunCommands(program: Command, chosen: (invocation: Invocation) => void): void {
  program
    .command('init')
    .description('create devs.yaml from the agents and the test command found here')
    .action(() => chosen(async (context) => (await import('./commands/init')).init(context)));
  program
    .command('demo')
    .description('create a small project whose agent loops, to see what Devs does')
    .argument('[folder]', 'an empty or new folder', 'devs-demo')
    .action((folder: string) =>
      chosen(
        Object.assign(
          async (context: CommandContext) =>
            (await import('./commands/demo')).demo(context, folder),
          SKIPS_RECOVERY,
        ),
      ),
    );
  program
    .command('run')
    .description('run tasks until no task can continue')
    .argument('[task...]', 'run only these tasks')
    .option('-v, --verbose', 'also print what Devs notices and does about repeated attempts')
    .option('--shard <number/count>', 'run one of several parts of the tasks, such as 2/8')
    .action((taskIds: string[], { verbose, shard }: { verbose?: boolean; shard?: string }) =>
      chosen(async (context) =>
        (await import('./commands/run')).run(context, taskIds, {
          ...{ verbose: verbose === true, shard },
        }),
      ),
    );
  program
    .command('status')
    .description('show every task, the active run and the next commands')
    .argument('[task]', 'show this task, with its turns and its history')
    .action((taskId: string | undefined) =>
      chosen(async (context) => (await import('./commands/status')).status(context, taskId)),
    );
  program
    .command('pause')
    .description('end the active run of this workspace after its current turn')
    .option('--now', 'cancel the running turn instead of waiting for its end')
    .action((options: { now?: boolean }) =>
      chosen(async (context) =>
        (await import('./commands/pause')).pause(context, { now: options.now === true }),
      ),
    );
}

const REPLAY_HELP = `
Reads recorded runs (JSON lines, also gzip), transcripts and event streams of Claude Code, Codex
and Gemini CLI, transcripts and guarded sessions of Devs, trajectories of SWE-agent and event lists of OpenHands,
detected by content. Needs no devs.yaml; if there is one, its limits apply unless --limit overrides
them. Exit code 1 when a file or a line could not be read; the rest is shown.

Limits, each the number of repetitions that count as a loop:
${STEP_LIMITS.map((name) => {
  const { min, max, fallback } = LIMIT_SPECS[name];
  return `  ${name.padEnd(20)} ${min}..${max}, default ${fallback}`;
}).join('\n')}`;

function addReplayCommand(program: Command, chosen: (invocation: Invocation) => void): void {
  program
    .command('replay')
    .description('find loops in recorded runs of agents')
    .argument('<file...>', 'recordings, or folders with recordings in them; - is standard input')
    .option(
      '--limit <name=number>',
      'override a limit; repeatable',
      (said: string, before: readonly string[] | undefined) => [...(before ?? []), said],
    )
    .addHelpText('after', REPLAY_HELP)
    .action((files: string[], words: ReplayOptions) =>
      chosen(async (context) => (await import('./commands/replay')).replay(context, files, words)),
    );
}

function addMetricsCommand(program: Command, chosen: (invocation: Invocation) => void): void {
  program
    .command('metrics')
    .description('show how often agents loop, what that cost and what pauses saved')
    .option('--days <number>', 'count only this many days (UTC), today included')
    .action((words: { days?: string }) =>
      chosen(async (context) => (await import('./commands/metrics')).metrics(context, words)),
    );
}

function addLessonsCommand(program: Command, chosen: (invocation: Invocation) => void): void {
  program
    .command('lessons')
    .description('show how earlier loops were broken, or lessons for a failure')
    .argument('[text...]', 'output of what failed, or words of a lesson')
    .option('--edit <id>', 'change the text of this lesson; a prefix of its id is enough')
    .option('--text <text>', 'new text of the lesson')
    .option('--delete <id>', 'delete this lesson')
    .action((text: string[], words: LessonOptions) =>
      chosen(async (context) => (await import('./commands/lessons')).lessons(context, text, words)),
    );
}

const DOCTOR_HELP = `
Checks versions, devs.yaml, git, the state directory and its lease, each agent, each verify
command (run once in the workspace: what it writes there stays) and the configured models (asked
once). Nothing else is changed. Exit code 1 where there is a problem.`;

function addDoctorCommand(program: Command, chosen: (invocation: Invocation) => void): void {
  program
    .command('doctor')
    .description('check everything that a run needs and suggest fixes')
    .option('--quick', 'run no verify command and ask no model')
    .option('--ask-agents', 'also start each agent with a question; this may cost money')
    .option('--notify', 'also send a test notification to each entry of notify')
    .addHelpText('after', DOCTOR_HELP)
    .action((words: DoctorCommandOptions) =>
      chosen(
        Object.assign(
          async (context: CommandContext) =>
            (await import('./commands/doctor')).doctor(context, words),
          SKIPS_RECOVERY,
        ),
      ),
    );
}

function addCleanCommand(program: Command, chosen: (invocation: Invocation) => void): void {
  program
    .command('clean')
    .description('remove old history, transcripts and checkpoints that nothing needs any more')
    .option('--dry-run', 'only show what would be removed')
    .action(({ dryRun = false }: { dryRun?: boolean }) => {
      const invocation: Invocation = async (context) =>
        (await import('./commands/clean')).clean(context, { dryRun });
      // Recovering writes.
      chosen(dryRun ? Object.assign(invocation, SKIPS_RECOVERY) : invocation);
    });
}

const UNLOCK_HELP = `
Shows which process has reserved the workspace, since when, and when it last wrote the state. Asks
for confirmation on a terminal; elsewhere it needs --yes. Refuses while that process runs.`;

function addUnlockCommand(program: Command, chosen: (invocation: Invocation) => void): void {
  program
    .command('unlock')
    .description(
      'free the workspace from a Devs process that ended in another container or computer',
    )
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', UNLOCK_HELP)
    .action((options: { yes?: boolean }) =>
      chosen(async (context) =>
        (await import('./commands/unlock')).unlock(context, { yes: options.yes === true }),
      ),
    );
}

const MCP_HELP = `
Speaks the Model Context Protocol on standard input and output, for the agent that starts it, and
ends with it. Tools: task, lessons, report_progress, report_blocked, ask_human.`;

function addMcpCommand(program: Command, chosen: (invocation: Invocation) => void): void {
  program
    .command('mcp')
    .description('offer tools of Devs to an agent, as an MCP server')
    .option('--task <id>', 'the task that the agent works on (default: DEVS_TASK_ID)')
    .addHelpText('after', MCP_HELP)
    .action((options: McpOptions) =>
      chosen(
        Object.assign(
          async (context: CommandContext) => (await import('./commands/mcp')).mcp(context, options),
          SKIPS_RECOVERY,
        ),
      ),
    );
}

function addReportCommand(program: Command, chosen: (invocation: Invocation) => void): void {
  program
    .command('report')
    .description(
      'show the report of a run, the report of a paused or blocked task, or what changed in its files',
    )
    .argument(
      '[task]',
      'show the newest report of this task (default: the report of the newest run)',
    )
    .option(
      '--changes [from..to]',
      'list the files that differ between two turns of the task; 0 is before the first (default: 0..now)',
    )
    .option(
      '--run [id]',
      'show the report of this run; a prefix of its id is enough (default: the newest run)',
    )
    .option('--list', 'list the runs that have a report')
    .option(
      '--export <folder>',
      'copy the report of the run to this folder, with its transcripts and diffs',
    )
    .option('--force', 'replace files that already exist in this folder')
    .action((taskId: string | undefined, words: ReportOptions) =>
      chosen(async (context) =>
        (await import('./commands/report')).reportCommand(context, taskId, words),
      ),
    );
}

import type { Command } from 'commander';
import type { ResumeOptions } from '../app/api/requests';
import type { AllowOptions } from './commands/allow';
import type { RestoreOptions, RewindCommandOptions } from './commands/applyRewind';
import type { AnswerOptions } from './commands/answer';
import type { NotALoopOptions } from './commands/notALoop';
import type { PullRequestOptions } from './commands/pr';
import type { DiscardOptions } from './commands/discard';
import type { SendBackOptions } from './commands/sendBack';
import type { TurnOption } from './commands/shared/readSeen';
import type { PermitOptions } from './commands/permit';
import type { Invocation } from './invocation';

/** Commands with which a human decides how a task goes on. */
export function addDecisionCommands(
  program: Command,
  chosen: (invocation: Invocation) => void,
): void {
  program
    .command('resume')
    .description(
      'continue a paused, blocked or aborted task, and count its failed turns from 0 again',
    )
    .argument('<task>')
    .option('--hint <text>', 'hint for the agent, kept until the task ends')
    .option('--agent <name>', 'another agent from devs.yaml')
    .action((taskId: string, options: ResumeOptions) =>
      chosen(async (context) =>
        (await import('./commands/resume')).resume(context, taskId, options),
      ),
    );
  program
    .command('allow')
    .description('let a task use more than its budgets allow, from now on')
    .argument('<task>')
    .option('--usd <amount>', 'US dollars that the task may use in addition')
    .option('--tokens <number>', 'tokens that the task may use in addition')
    .action((taskId: string, options: AllowOptions) =>
      chosen(async (context) => (await import('./commands/allow')).allow(context, taskId, options)),
    );
  program
    .command('stop-waiting')
    .description('try a task at once that waits until a time; its counters stay as they are')
    .argument('<task>')
    .action((taskId: string) =>
      chosen(async (context) =>
        (await import('./commands/stopWaiting')).stopWaiting(context, taskId),
      ),
    );
  program
    .command('hint')
    .description('give a hint to the agent of a task; the next prompts contain the hint')
    .argument('<task>')
    .argument('<text>')
    .option('--now', 'interrupt the running agent, if it allows this, to tell it the hint at once')
    .action((taskId: string, text: string, { now }: { readonly now?: boolean }) =>
      chosen(async (context) =>
        (await import('./commands/hint')).hint(context, taskId, { text, now: now === true }),
      ),
    );
  program
    .command('not-a-loop')
    .description(
      'mark a reported loop as not a loop: Devs does not report it again, and a task that it stopped continues',
    )
    .argument('<task>')
    .argument(
      '[finding]',
      'number of the turn that the loop ended (default: the loop that stopped the task)',
    )
    .option('--export <file>', 'write the steps of the loop to a new file, as a trace for tests')
    .action((taskId: string, finding: string | undefined, options: NotALoopOptions) =>
      chosen(async (context) =>
        (await import('./commands/notALoop')).notALoop(context, { taskId, finding }, options),
      ),
    );
  program
    .command('accept')
    .description(
      'accept a task as done although its pass is doubtful, or a reviewed change, which then lands',
    )
    .argument('<task>')
    .option(...TURN)
    .action((taskId: string, options: TurnOption) =>
      chosen(async (context) =>
        (await import('./commands/accept')).accept(context, taskId, options),
      ),
    );
  addReviewCommands(program, chosen);
  program
    .command('skip')
    .description('skip a task')
    .argument('[task]', 'default: the one that needs you')
    .action((taskId: string | undefined) =>
      chosen(async (context) => (await import('./commands/skip')).skip(context, taskId)),
    );
  program
    .command('retry')
    .description('restart a finished or skipped task')
    .argument('<task>')
    .action((taskId: string) =>
      chosen(async (context) => (await import('./commands/retry')).retry(context, taskId)),
    );
}

/** Names the change that was seen. */
const TURN = [
  '--turn <number>',
  'the turn whose change you saw: refused if another one waits by now',
] as const;

const SEND_BACK_HELP = `
Lines are those of the file as the change leaves it; several as file:3-5:text. Open comments, made in the
editor, go along.`;

/** Commands about a change that waits for a review. */
function addReviewCommands(program: Command, chosen: (invocation: Invocation) => void): void {
  const collect = (said: string, before: readonly string[] | undefined): readonly string[] => [
    ...(before ?? []),
    said,
  ];
  program
    .command('review')
    .description('show the change of a task that waits for your review, with the comments on it')
    .argument('<task>')
    .action((taskId: string) =>
      chosen(async (context) => (await import('./commands/review')).review(context, taskId)),
    );
  program
    .command('send-back')
    .description('send a reviewed change back to the agent with what you say')
    .argument('<task>')
    .argument('[text...]', 'what you say about the whole change')
    .option('--comment <file:line:text>', 'comment on a line of the change; repeatable', collect)
    .option(...TURN)
    .addHelpText('after', SEND_BACK_HELP)
    .action((taskId: string, words: string[], options: SendBackOptions) =>
      chosen(async (context) =>
        (await import('./commands/sendBack')).sendBack(context, { taskId, words }, options),
      ),
    );
  program
    .command('discard')
    .description('throw a reviewed change away with its worktree, and skip the task')
    .argument('<task>')
    .option('-y, --yes', 'do not ask')
    .option(...TURN)
    .action((taskId: string, options: DiscardOptions) =>
      chosen(async (context) =>
        (await import('./commands/discard')).discard(context, taskId, options),
      ),
    );
}

const PERMIT_HELP = `
Without a task: lists what agents wait for, and what is always allowed. --always allows the same
from now on for the task, --everywhere for the workspace; a rule under deny in devs.yaml comes first.`;

/** Commands that answer the permission requests of agents. */
export function addPermissionCommands(
  program: Command,
  chosen: (invocation: Invocation) => void,
): void {
  program
    .command('permit')
    .description('allow what the agent of a running task asks for')
    .argument('[task]')
    .option('--request <number>', 'which request (default: the only one)')
    .option('--always', 'also allow such requests from now on, for this task')
    .option('--everywhere', 'also allow such requests from now on, in this workspace')
    .option('--forget <rule>', 'remove a rule that --always or --everywhere added')
    .addHelpText('after', PERMIT_HELP)
    .action((taskId: string | undefined, options: PermitOptions & { readonly forget?: string }) =>
      chosen(async (context) => {
        const { forget, permit } = await import('./commands/permit');
        return options.forget === undefined
          ? permit(context, taskId, options)
          : forget(context, options.forget);
      }),
    );
  program
    .command('deny')
    .description('refuse what the agent of a running task asks for')
    .argument('<task>')
    .option('--request <number>', 'which request (default: the only one)')
    .action((taskId: string, options: Pick<PermitOptions, 'request'>) =>
      chosen(async (context) => (await import('./commands/permit')).deny(context, taskId, options)),
    );
}

/** The command that answers a running agent. */
export function addAnswerCommand(program: Command, chosen: (invocation: Invocation) => void): void {
  program
    .command('answer')
    .description('answer a question of the agent of a running task')
    .argument('<task>')
    .argument('<text...>')
    .option('--question <number>', 'which question (default: the only one)')
    .action((taskId: string, words: string[], options: AnswerOptions) =>
      chosen(async (context) =>
        (await import('./commands/answer')).answer(context, { taskId, words }, options),
      ),
    );
}

const REWIND_HELP = `
Shows what will be restored, recreated, deleted and kept, and asks for confirmation on a
terminal; elsewhere, or with --yes or --json, it runs at once. Paths are relative to the workspace
or to the current folder; a folder includes everything below it.`;

/** Commands that restore the files of a task. */
export function addRewindCommands(
  program: Command,
  chosen: (invocation: Invocation) => void,
): void {
  choosing(program.command('rewind'))
    .description('restore the files that a task or a guarded session changed')
    .option(
      '--to <turn>',
      'the turn whose end is restored (default: the state before the first turn; of a session, before its newest prompt)',
    )
    .option('--force', 'rewind a session that seems to be working, because its agent has stopped')
    .action((taskId: string, words: RewindCommandOptions) =>
      chosen(async (context) => (await import('./commands/rewind')).rewind(context, taskId, words)),
    );
  choosing(program.command('redo'))
    .description('undo the last rewind of a task or a guarded session')
    .action((taskId: string, words: RestoreOptions) =>
      chosen(async (context) => (await import('./commands/rewind')).redo(context, taskId, words)),
    );
}

const PR_HELP = `
The title is the task's, the text its goal, its link and how it was done. Uses GitHub's program gh.
Asks before it pushes the branch; without a terminal it needs --yes.`;

/** The command that makes a pull request of what landed on a branch. */
export function addPullRequestCommand(
  program: Command,
  chosen: (invocation: Invocation) => void,
): void {
  program
    .command('pr')
    .description('create a pull request of the branch on which a task landed')
    .argument('<task>')
    .option('--dry-run', 'only print the commands and the text')
    .option('-y, --yes', 'push without asking')
    .addHelpText('after', PR_HELP)
    .action((taskId: string, options: PullRequestOptions) =>
      chosen(async (context) => (await import('./commands/pr')).pr(context, taskId, options)),
    );
}

/** Options of both commands. */
function choosing(command: Command): Command {
  return command
    .argument('<task>')
    .option('--dry-run', 'only show what would be done')
    .option('-y, --yes', 'do not ask')
    .option('--all', 'also change files that are kept because you or another task edited them')
    .option('--also <path...>', 'also change these of the files that are kept')
    .option('--except <path...>', 'leave these files unchanged')
    .addHelpText('after', REWIND_HELP);
}

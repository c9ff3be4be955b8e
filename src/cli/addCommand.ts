import type { Command } from 'commander';
import type { AddOptions } from './commands/add';
import { SKIPS_RECOVERY, type Invocation } from './invocation';

const ADD_HELP = `
Sources of --from:
  github:#12, github:owner/repository#12, github:label:bug, the address of a GitHub issue (through gh)
  a file with a checklist (- [ ] item), a list, todo.txt, or lines with TODO: and a text
What devs.yaml has already is not added again.`;

/** The command that adds tasks to `devs.yaml`. */
export function addAddCommand(program: Command, chosen: (invocation: Invocation) => void): void {
  const collect = (said: string, before: readonly string[] | undefined): readonly string[] => [
    ...(before ?? []),
    said,
  ];
  program
    .command('add')
    .description('add a task to devs.yaml, or tasks from GitHub and lists')
    .argument('[title]', 'title of one task')
    .option('--goal <text>', 'what the agent is asked to do (default: the title)')
    .option('--id <id>', 'id of the task (default: made from the title)')
    .option('--from <source>', 'add the tasks of this source, such as a file; repeatable', collect)
    .option('--agent <name>', 'agent of the tasks')
    .option('--verify <command>', 'command that verifies each of the tasks')
    .option('--depends-on <task>', 'a task that must be done before; repeatable', collect)
    .option('--dry-run', 'only show what would be added')
    .addHelpText('after', ADD_HELP)
    .action((title: string | undefined, options: AddOptions) => {
      const invocation: Invocation = async (context) =>
        (await import('./commands/add')).add(context, title, options);
      // Recovering writes.
      chosen(options.dryRun === true ? Object.assign(invocation, SKIPS_RECOVERY) : invocation);
    });
}

import type { DebuggerChanges } from '../../model/debugger/debuggerCall';
import type { DebuggerReport } from '../../model/debugger/debuggerReport';
import { describeDuration } from '../../text/describeDuration';
import { listSome, nameNumbers } from '../../text/list';
import { shortName } from '../../text/truncate';

const MAX_FILES = 5;

/** Describes a call of the debugger for every surface. Names and reasons come from outside. */
export function describeDebugger(report: DebuggerReport): string {
  const { agent, turn, durationMs, result } = report;
  if (agent === '')
    return `After turn ${turn}, Devs could not ask a debugger agent why the task fails: ${failure(result)}`;
  const who = `After turn ${turn}, Devs asked the debugger agent ${shortName(agent)} why the task fails (${describeDuration(durationMs)})`;
  return result.kind === 'failed'
    ? `${who}. The agent gave no diagnosis: ${result.reason}`
    : `${who}. ${describeTrial(result)}`;
}

function failure(result: DebuggerReport['result']): string {
  return result.kind === 'failed' ? result.reason : '';
}

/** How the strategy with its diagnosis went. */
function describeTrial({
  turns,
  progress,
}: Extract<DebuggerReport['result'], { readonly kind: 'diagnosed' }>): string {
  if (turns.length === 0) return 'No turn has acted on the diagnosis of the debugger agent yet.';
  const tried = nameNumbers('turn', turns);
  const without = `The agent acted on the diagnosis in ${tried} without progress.`;
  return progress.length === 0
    ? without
    : `The agent acted on the diagnosis in ${tried}, with progress in ${nameNumbers('turn', progress)}.`;
}

/** Sentences about changes that the debugger made to files; empty for none. */
export function describeDebuggerChanges(
  agent: string,
  { undone, kept }: DebuggerChanges,
): readonly string[] {
  const who = `The debugger agent ${shortName(agent)}`;
  return [
    ...(undone.length === 0
      ? []
      : [
          `${who} changed files; Devs undid this (\`devs redo\` restores the changes): ${listSome(undone, MAX_FILES)}.`,
        ]),
    ...(kept.length === 0
      ? []
      : [
          `${who} may have changed files that Devs left as they are: ${listSome(
            kept.map(({ path, why }) => `${path} (${why})`),
            MAX_FILES,
          )}.`,
        ]),
  ];
}

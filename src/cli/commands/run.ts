import type { RunAnswer } from '../../app/app';
import type { Overview } from '../../domain/overview';
import type { RunEnd } from '../../domain/run';
import { topmostAncestor } from '../../domain/task';
import type { CommandContext } from '../commandContext';
import { watchInterruption } from '../interruption';
import { EXIT, failed, type ExitCode, type Outcome } from '../outcome';
import { printable } from '../output/printable';
import { isLiveTerminal } from '../output/style';
import { jsonProgress } from '../progress/jsonProgress';
import { LiveProgress } from '../progress/liveProgress';
import { plainProgress } from '../progress/plainProgress';
import type { ProgressStart, RunProgress } from '../progress/runProgress';
import { skippedWithDependents } from '../presenters/nextSteps';
import { findTasks, readWorkspace } from '../readWorkspace';

const INTERRUPTING =
  'Interrupting: the running turn is ended. Press Ctrl+C again to leave at once.';
const INTERRUPTED =
  'Interrupted. The turn that was running counts nothing; everything before it is kept. ' +
  'Go on with `devs run`.';

/** `devs run [task…]`: runs until nothing can run, showing what happens. */
export async function run(context: CommandContext, taskIds: readonly string[]): Promise<Outcome> {
  const overview = await readWorkspace(context);
  if (!overview.ok) return overview;
  const tasks = findTasks(overview.value, taskIds);
  if (!tasks.ok) return tasks;
  const progress = progressFor(context, overview.value);
  const interruption = watchInterruption({
    world: context.world,
    output: context.output,
    onInterrupted: () => progress.onWarning(INTERRUPTING),
  });
  try {
    const answer = await context.app.run({
      ...(taskIds.length === 0 ? {} : { taskIds }),
      observer: progress,
      signal: interruption.signal,
    });
    return answer.ok
      ? runOutcome(answer, await advice(context, answer.end))
      : failed(answer.message);
  } finally {
    progress.close();
    interruption.dispose();
  }
}

function progressFor(context: CommandContext, overview: Overview): RunProgress {
  const { output, style, world, json } = context;
  const { stderr } = world;
  if (json) return jsonProgress(output, stderr);
  if (!isLiveTerminal(output.stream, world.environment)) {
    return plainProgress({ output, stderr, style });
  }
  return new LiveProgress({ output, stderr, style, world, start: progressStart(overview) });
}

function progressStart({ limits, tasks }: Overview): ProgressStart {
  const parents = new Map(tasks.map((task) => [task.id, task.parent]));
  return {
    threshold: limits.loopThreshold,
    entropy: new Map(tasks.map((task) => [task.id, task.entropy])),
    countsOn: (taskId) => topmostAncestor(taskId, (id) => parents.get(id)),
  };
}

/** What a human can do where nothing could run: start the skipped tasks anew that others wait for. */
async function advice(context: CommandContext, end: RunEnd): Promise<string> {
  if (end.kind !== 'waiting') return '';
  const skipped = skippedWithDependents((await context.app.overview()).tasks);
  return skipped.length === 0
    ? ' `devs status` shows for what.'
    : ` Start what was skipped with ${skipped.map((id) => `\`devs retry ${id}\``).join(', ')}.`;
}

function runOutcome({ end, message: said }: RunAnswer & { ok: true }, advised: string): Outcome {
  const exitCode = exitCodeOf(end);
  const message = end.kind === 'cancelled' ? INTERRUPTED : `${said}${advised}`;
  const taskIds = 'taskIds' in end ? end.taskIds : [];
  return {
    ok: true,
    exitCode,
    text: `${printable(message)}\n`,
    json: { type: 'result', end: end.kind, exitCode, taskIds, message },
  };
}

/**
 * The exit code of a run. Tasks that wait for a skipped one need a human as well: nobody else can
 * release them. A run that `devs pause` stopped was interrupted, if politely.
 */
export function exitCodeOf(end: RunEnd): ExitCode {
  switch (end.kind) {
    case 'allDone':
      return EXIT.ok;
    case 'needsHuman':
    case 'waiting':
      return EXIT.needsHuman;
    case 'donePartial':
      return EXIT.donePartial;
    case 'stopped':
    case 'cancelled':
      return EXIT.interrupted;
    default:
      return end satisfies never;
  }
}

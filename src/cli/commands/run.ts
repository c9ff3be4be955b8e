import type { RunAnswer } from '../../app/api/answers';
import { isWaiting, type Overview, type TaskOverview } from '../../model/overview/overview';
import type { RunEnd } from '../../model/run/runStatus';
import { topmostAncestor } from '../../model/task/task';
import { describeWaits } from '../../reports/run/describeWaits';
import type { CommandContext } from './shared/commandContext';
import { watchInterruption } from '../terminal/interruption';
import { EXIT, failed, type ExitCode, type Outcome } from '../terminal/outcome';
import { printable } from '../terminal/printable';
import { canAsk } from '../terminal/question';
import { isLiveTerminal } from '../terminal/style';
import { jsonProgress } from '../progress/jsonProgress';
import { LiveProgress } from '../progress/liveProgress';
import { PermissionQuestions } from '../progress/permissionQuestions';
import { plainProgress, type PlainProgressOptions } from '../progress/plainProgress';
import type { AskingProgress, ProgressStart, RunProgress } from '../progress/runProgress';
import { TurnWatch } from '../progress/turnWatch';
import { skippedWithDependents } from '../render/nextSteps';
import { describeReason, statusesOf } from '../render/taskRemark';
import { countOf } from '../../text/count';
import { readSelection, type SelectionWords } from './shared/readSelection';
import { readWorkspace } from './shared/readWorkspace';

const LEAVE_AT_ONCE = 'Press Ctrl+C again to leave at once.';
const INTERRUPTING_TURN = `Interrupting the run: Devs ends the running turn. ${LEAVE_AT_ONCE}`;
const INTERRUPTING_TURNS = `Interrupting the run: Devs ends the running turns. ${LEAVE_AT_ONCE}`;
const INTERRUPTING = `Interrupting the run: no turn is running. ${LEAVE_AT_ONCE}`;
const INTERRUPTED_TURN =
  'The run was interrupted. The running turn is not counted; everything before it is kept.';
const INTERRUPTED_TURNS =
  'The run was interrupted. The running turns are not counted; everything before them is kept.';
const INTERRUPTED = 'The run was interrupted while no turn was running; everything is kept.';
const GO_ON = 'Continue with `devs run`.';

/** Tasks that the end of a run names with what they wait for; the rest is only counted. */
const MAX_NAMED = 5;

export interface RunOptions extends Pick<SelectionWords, 'shard'> {
  /** Also prints the log lines of loops over attempts. */
  readonly verbose: boolean;
}

/** `devs run [task…]`, `devs run --shard 2/8`: runs until nothing can run, showing what happens. */
export async function run(
  context: CommandContext,
  taskIds: readonly string[],
  options: RunOptions = { verbose: false },
): Promise<Outcome> {
  const overview = await readWorkspace(context);
  if (!overview.ok) return overview;
  const selection = readSelection(overview.value, { taskIds, shard: options.shard });
  if (!selection.ok) return selection;
  const selected = selection.value;
  if ('end' in selected) return runOutcome({ ok: true, ...selected }, NOTHING_WAITS);
  const progress = progressFor(context, overview.value, options);
  const watch = new TurnWatch(progress);
  const interruption = watchInterruption({
    host: context.host,
    output: context.output,
    onInterrupted: () => progress.onWarning(describeInterrupting(watch.runningTurns)),
  });
  try {
    const answer = await context.app.run({
      ...selected,
      observer: watch,
      isAttended: canAsk(context.host) && !context.json,
      signal: interruption.signal,
    });
    if (answer.ok)
      return runOutcome(
        answer,
        await afterwards(context, answer.end, selected),
        watch.interruptedTurns,
      );
    const { message, needsHuman } = answer;
    return needsHuman === undefined ? failed(message) : waitingOutcome(message, needsHuman);
  } finally {
    progress.close();
    interruption.dispose();
  }
}

function progressFor(
  context: CommandContext,
  overview: Overview,
  { verbose }: RunOptions,
): RunProgress {
  const { output, style, host, json, app } = context;
  if (json) return jsonProgress(output, host.stderr);
  const asks = canAsk(host);
  const progress = terminalProgress(overview, {
    ...{ output, stderr: host.stderr, style, host, verbose },
    asksHere: () => asks && host.isForeground(),
  });
  return asks
    ? new PermissionQuestions({ progress, permit: (reply) => app.permit(reply), style, host })
    : progress;
}

function terminalProgress(
  overview: Overview,
  options: PlainProgressOptions & Pick<CommandContext, 'host'>,
): AskingProgress {
  const isLive = isLiveTerminal(options.output.stream, options.host.environment);
  return isLive
    ? new LiveProgress({ ...options, start: progressStart(overview) })
    : plainProgress(options);
}

function progressStart({ limits, tasks }: Overview): ProgressStart {
  const thresholds = new Map(tasks.map((task) => [task.id, task.loopThreshold]));
  const parents = new Map(tasks.map((task) => [task.id, task.parent]));
  return {
    threshold: (taskId) => thresholds.get(taskId) ?? limits.loopThreshold,
    entropy: new Map(tasks.map((task) => [task.id, task.entropy])),
    countsOn: (taskId) => topmostAncestor(taskId, (id) => parents.get(id)),
  };
}

/** A task that could not run, with what for. */
interface OpenWait {
  readonly task: TaskOverview;
  readonly reason: string;
}

/** Open waits of the run's tasks, and what the user can do. */
interface Afterwards {
  readonly waits: readonly OpenWait[];
  readonly advised: string;
}

const NOTHING_WAITS: Afterwards = { waits: [], advised: '' };

async function afterwards(
  context: CommandContext,
  end: RunEnd,
  { taskIds }: { readonly taskIds?: readonly string[] },
): Promise<Afterwards> {
  if (end.kind === 'allDone' || end.kind === 'donePartial') return NOTHING_WAITS;
  const { tasks } = await context.app.overview();
  const statuses = statusesOf(tasks);
  const selected = taskIds && new Set(taskIds);
  const waits = tasks
    .filter(({ id, status }) => status === 'pending' && selected?.has(id) !== false)
    .map((task) => ({ task, reason: describeReason(task, statuses) }))
    .filter(({ task, reason }) => isWaiting(task) || reason !== '');
  return { waits, advised: describeAdvice(end, tasks, waits) };
}

/** Additional facts of the end: which tasks wait for others, and how skipped ones release them. */
function describeAdvice(
  { kind }: RunEnd,
  tasks: readonly TaskOverview[],
  waits: readonly OpenWait[],
): string {
  if (kind === 'waiting') {
    const skipped = skippedWithDependents(tasks);
    return skipped.length === 0
      ? ' `devs status` shows for what.'
      : ` Restart skipped tasks with ${skipped.map((id) => `\`devs retry ${id}\``).join(', ')}.`;
  }
  if (kind !== 'needsHuman') return '';
  const others = waits.filter(({ task }) => !isWaiting(task));
  const named = others.slice(0, MAX_NAMED).map(({ task, reason }) => ` ${task.id} ${reason}.`);
  const more = others.length - named.length;
  return `${named.join('')}${more > 0 ? ` ${countOf(more, 'more task')} ${more === 1 ? 'waits' : 'wait'} as well.` : ''}`;
}

function runOutcome(
  { end, message: text }: RunAnswer & { ok: true },
  { waits, advised }: Afterwards,
  interruptedTurns = 0,
): Outcome {
  const exitCode = toExitCode(end);
  const message =
    end.kind === 'cancelled' ? describeInterruption(end, interruptedTurns) : `${text}${advised}`;
  const taskIds = 'taskIds' in end ? end.taskIds : [];
  return {
    ok: true,
    exitCode,
    text: `${printable(message)}\n`,
    json: {
      ...{ type: 'result', end: end.kind, exitCode, taskIds, message },
      waits: waits.map(({ task, reason }) => ({
        taskId: task.id,
        until: isWaiting(task) ? task.waitingUntil : null,
        reason,
      })),
    },
  };
}

/** Nothing ran, as the selected tasks need the user: the same end as that of a run that stops for them. */
function waitingOutcome(message: string, taskIds: readonly string[]): Outcome {
  const end: RunEnd = { kind: 'needsHuman', taskIds };
  return runOutcome({ ok: true, end, message }, NOTHING_WAITS);
}

function describeInterrupting(runningTurns: number): string {
  if (runningTurns === 0) return INTERRUPTING;
  return runningTurns === 1 ? INTERRUPTING_TURN : INTERRUPTING_TURNS;
}

function describeInterruption(
  end: Extract<RunEnd, { kind: 'stopped' | 'cancelled' }>,
  turns: number,
): string {
  const inTurn = turns > 1 ? INTERRUPTED_TURNS : INTERRUPTED_TURN;
  const what = end.whileWaiting === true ? INTERRUPTED : inTurn;
  return `${what}${describeWaits(end.waits)} ${GO_ON}`;
}

/**
 * The exit code of a run. Tasks that wait for a skipped one need a human as well: only a human can
 * release them. A run that `devs pause` stopped counts as interrupted.
 */
export function toExitCode(end: RunEnd): ExitCode {
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

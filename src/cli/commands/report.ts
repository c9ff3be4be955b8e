import path from 'node:path';
import type { SpanChange } from '../../app/api/answers';
import type { RunReportChoice, Span } from '../../app/api/requests';
import type { CommandContext } from './shared/commandContext';
import { failed, type Outcome } from '../terminal/outcome';
import { printableLine, printablePath } from '../terminal/printable';
import { runReportsText, runReportText } from '../render/runReportText';
import { reportTask } from './reportTask';
import { alignColumns } from '../terminal/table';
import { findTask } from './shared/readWorkspace';

/** Options of `devs reportTask`. */
export interface ReportOptions {
  readonly changes?: string | true;
  /** Id of a run or the beginning of one; true for the newest. */
  readonly run?: string | true;
  readonly list?: boolean;
  /** Folder to copy the run's reportTask to. */
  readonly export?: string;
  readonly force?: boolean;
}

/**
 * `devs reportTask`: of a task the newest pause reportTask or what changed, else the reportTask of a run: the
 * newest, the one that `--run` names, or with `--export` the one in which the task was last worked on.
 */
export async function reportCommand(
  context: CommandContext,
  taskId: string | undefined,
  words: ReportOptions,
): Promise<Outcome> {
  const problem = findUsageProblem(taskId, words);
  if (problem !== undefined) return failed(problem);
  if (words.list === true) return await list(context);
  const choice = choiceOf(taskId, words);
  if (words.export !== undefined) return await copy(context, choice, words);
  if (taskId === undefined || words.run !== undefined) return await show(context, choice);
  const span = words.changes;
  return span === undefined
    ? await reportTask(context, taskId)
    : await changes(context, taskId, span === true ? '0..now' : span);
}

function findUsageProblem(taskId: string | undefined, words: ReportOptions): string | undefined {
  const { changes: span, run, list: all, export: folder, force } = words;
  const ofRun = run !== undefined || folder !== undefined;
  if (span !== undefined && taskId === undefined) {
    return '--changes needs a task: `devs report <task> --changes`.';
  }
  if (span !== undefined && (ofRun || all === true)) {
    return '--changes cannot be combined with --run, --list or --export.';
  }
  if (all === true && (ofRun || taskId !== undefined)) {
    return '--list cannot be combined with other options.';
  }
  if (typeof run === 'string' && taskId !== undefined) {
    return `Name a task or a run, not both: ${printableLine(taskId)} or --run ${printableLine(run)}.`;
  }
  if (folder?.trim() === '')
    return 'Name the folder for the copy: `devs report --export <folder>`.';
  return force === true && folder === undefined ? '--force needs --export <folder>.' : undefined;
}

function choiceOf(taskId: string | undefined, { run }: ReportOptions): RunReportChoice {
  if (typeof run === 'string') return { id: run };
  return taskId === undefined ? {} : { taskId };
}

async function list({ app, style, host }: CommandContext): Promise<Outcome> {
  const runs = await app.runReports();
  return { ok: true, text: runReportsText(runs, style, host.date()), json: { runs } };
}

async function show(context: CommandContext, choice: RunReportChoice): Promise<Outcome> {
  const { app, style, host } = context;
  const found = await app.runReport(choice);
  if (!found.ok) return failed(found.message);
  const { report: shown, files } = found;
  return {
    ok: true,
    text: runReportText(shown, { files, style, now: host.date() }),
    json: { ...shown, files },
  };
}

async function copy(
  { app, host }: CommandContext,
  choice: RunReportChoice,
  { export: wanted = '', force = false }: ReportOptions,
): Promise<Outcome> {
  const answer = await app.exportRunReport(choice, {
    folder: path.resolve(host.cwd(), wanted),
    force,
  });
  if (!answer.ok) {
    const remedy =
      answer.taken === true ? ' Choose another folder, or replace it with --force.' : '';
    return failed(answer.message + remedy);
  }
  return { ok: true, text: `${printableLine(answer.message)}\n`, json: answer };
}

/** The most paths that are listed; `--json` has all. */
const MAX_LISTED = 200;

/** `devs reportTask <task> --changes [from..to]`: the paths that differ between two moments of the task. */
async function changes(context: CommandContext, taskId: string, wanted: string): Promise<Outcome> {
  const span = parseSpan(wanted);
  if (span === undefined) {
    return failed(
      `--changes ${printableLine(wanted)}: use from..to with turn numbers, ` +
        '0 for before the first turn and "now" for the current files, such as 0..now or 2..3.',
    );
  }
  const task = await findTask(context, taskId);
  if (!task.ok) return task;
  const answer = await context.app.changes(taskId, span);
  if (!answer.ok) return failed(answer.message);
  const { title, changes: found } = answer;
  const lines = [context.style.bold(printableLine(title)), ...changeLines(found)];
  return { ok: true, text: `${lines.join('\n')}\n`, json: { ok: true, title, changes: found } };
}

/** `2..3`, `2..now`, `2..` (until now), `..3` (since the start); undefined for anything else. */
function parseSpan(wanted: string): Span | undefined {
  const found = /^(\d{0,9})\.\.(\d{1,9}|now)?$/.exec(wanted.trim());
  if (found === null) return undefined;
  const [, from = '', to = 'now'] = found;
  return { from: Number(from), to: to === 'now' ? to : Number(to) };
}

function changeLines(found: readonly SpanChange[]): readonly string[] {
  if (found.length === 0) return ['  No file differs.'];
  const left = found.length - MAX_LISTED;
  return [
    ...alignColumns(
      found
        .slice(0, MAX_LISTED)
        .map(({ path, action }) => [{ text: `  ${action}` }, { text: printablePath(path) }]),
    ),
    ...(left > 0 ? [`  … and ${left} more (\`--json\` shows all)`] : []),
  ];
}

import type { Span, SpanChange } from '../../app/api/app';
import type { CommandContext } from './shared/commandContext';
import { failed, type Outcome } from '../terminal/outcome';
import { printableLine, printablePath } from '../terminal/printable';
import { alignColumns } from '../terminal/table';
import { findTask } from './shared/readWorkspace';

/** The most paths that are listed; `--json` has all. */
const MAX_LISTED = 200;

/** `devs report <task> --changes [from..to]`: the paths that differ between two moments of the task. */
export async function changes(
  context: CommandContext,
  taskId: string,
  wanted: string,
): Promise<Outcome> {
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

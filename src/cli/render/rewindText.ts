import { statusWord } from '../../model/task/statusNames';
import { describeRepository } from '../../reports/rewind/describeRepository';
import { describeKept, describeStep, describeSummary } from '../../reports/rewind/describeRewind';
import type { TaskOverview } from '../../model/overview/overview';
import type { KeptPath, RewindPreview, RewindStep } from '../../model/workspace/rewindRecord';
import { isFinished, needsHuman } from '../../model/task/taskStatus';
import { printableLine, printablePath } from '../terminal/printable';
import type { Style } from '../terminal/style';

/** The most paths that are listed of each kind; `--json` has all. */
const MAX_LISTED = 20;
/** A longer path affects only its own line: other lines keep their columns. */
const MAX_COLUMN = 48;
const WORD_WIDTH = 'recreate'.length;

const ACTIONS = ['restore', 'recreate', 'delete'] as const;

/** Effect of selecting a kept path. */
const CHOSEN: Readonly<Record<RewindStep['action'], string>> = {
  restore: '--also restores it',
  recreate: '--also recreates it',
  delete: '--also deletes it',
};

interface Row {
  readonly word: RewindStep['action'] | 'keep';
  readonly path: string;
  readonly why: string;
}

interface Group {
  readonly rows: readonly Row[];
  /** Number of paths that are not listed. */
  readonly left: number;
}

/** Planned or applied changes of a rewind or redo, with path names up to a limit. Names are made printable. */
export function previewText(preview: RewindPreview, style: Style): string {
  const steps = ACTIONS.map((action) =>
    cut(preview.steps.filter((step) => step.action === action).map(stepRow)),
  ).filter(({ rows }) => rows.length > 0);
  const offered = preview.kept.filter(({ selectable }) => selectable);
  const fixed = preview.kept.filter(({ selectable }) => !selectable);
  const kept = cut([...offered, ...fixed].map(keptRow));
  const width = columnWidth([...steps, kept]);
  const lines = [
    style.bold(`${titleOf(preview)}: ${describeSummary(preview)}`),
    ...block(steps.flatMap((group) => groupLines(group, width, style))),
    ...block(groupLines(kept, width, style)),
    ...(offered.length === 0 ? [] : ['  To change kept files too, use --also <path> or --all.']),
    ...block(repositoryLines(preview)),
  ];
  return `${lines.join('\n')}\n`;
}

/** Said where no file would change. */
export function nothingToDo({ kind }: RewindPreview): string {
  return `There is nothing to ${kind}.`;
}

/** Possible commands after files were restored; a rewind changes no status. */
export function afterwards({ id, status }: TaskOverview, done: RewindPreview): readonly string[] {
  if (done.steps.length === 0) return [];
  const name = printableLine(id);
  if (needsHuman(status)) {
    return [
      `Continue with \`devs resume ${name} --hint "…"\`, or skip it with \`devs skip ${name}\`.`,
    ];
  }
  if (!isFinished(status) || done.kind === 'redo') return [];
  return [`The task is still ${statusWord(status)}; \`devs retry ${name}\` restarts the task.`];
}

function titleOf({ kind, taskId, toTurn }: RewindPreview): string {
  const name = printableLine(taskId);
  if (kind === 'redo') return `Redo of ${name}, which undoes its last rewind`;
  return `Rewind of ${name} to ${toTurn === 0 ? 'before its first turn' : `after turn ${toTurn}`}`;
}

function stepRow(step: RewindStep): Row {
  const { word, path, why } = describeStep(step);
  return { word, path: printablePath(path), why };
}

function keptRow(kept: KeptPath): Row {
  const { word, path, why } = describeKept(kept, printablePath);
  const choice = kept.selectable && kept.action !== undefined ? `; ${CHOSEN[kept.action]}` : '';
  return { word, path: printablePath(path), why: `${printableLine(why)}${choice}` };
}

function cut(rows: readonly Row[]): Group {
  return { rows: rows.slice(0, MAX_LISTED), left: Math.max(0, rows.length - MAX_LISTED) };
}

function columnWidth(groups: readonly Group[]): number {
  const lengths = groups.flatMap(({ rows }) => rows.map(({ path }) => path.length));
  return Math.max(0, ...lengths.filter((length) => length <= MAX_COLUMN));
}

function groupLines({ rows, left }: Group, width: number, style: Style): readonly string[] {
  return [
    ...rows.map(({ word, path, why }) => {
      const named = paint(word, style)(word) + ' '.repeat(WORD_WIDTH - word.length);
      const reason = why === '' ? '' : style.dim(why);
      return `  ${named}  ${reason === '' ? path : `${path.padEnd(width)}  ${reason}`}`;
    }),
    ...(left > 0 ? [`  … and ${left} more (\`--json\` shows all)`] : []),
  ];
}

function paint(word: Row['word'], style: Style): (text: string) => string {
  switch (word) {
    case 'restore':
    case 'recreate':
      return style.green;
    case 'delete':
      return style.red;
    case 'keep':
      return style.yellow;
    default:
      return word satisfies never;
  }
}

function repositoryLines({ repository }: RewindPreview): readonly string[] {
  return repository === undefined
    ? []
    : describeRepository(repository, printablePath).map(printableLine);
}

/** Lines with an empty one before them; nothing where there are none. */
function block(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', ...lines];
}

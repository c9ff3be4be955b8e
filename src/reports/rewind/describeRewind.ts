import type {
  KeptPath,
  KeptReason,
  RewindPreview,
  RewindStep,
} from '../../model/workspace/rewindRecord';
import { enumerate, nameNumbers } from '../../text/list';
import { countOf } from '../../text/count';

/** Parts of a preview line: "restore", "src/a.js", "changed in turns 1 and 3". */
export interface RewindLine {
  readonly word: RewindStep['action'] | 'keep';
  /** Unchanged path: renderers escape and truncate it. */
  readonly path: string;
  /** Without full stop; '' for none. */
  readonly why: string;
}

/** Formats names of paths and tasks inside a text: escapes and truncates them. */
export type ShowName = (name: string) => string;

const asItIs: ShowName = (name) => name;

export function describeStep({ action, path, turns }: RewindStep): RewindLine {
  const verb = action === 'delete' ? 'written' : 'changed';
  return {
    word: action,
    path,
    why: turns.length === 0 ? '' : `${verb} in ${nameNumbers('turn', turns)}`,
  };
}

export function describeKept({ path, why }: KeptPath, show: ShowName = asItIs): RewindLine {
  return { word: 'keep', path, why: describeReason(why, show) };
}

/** Describes why a path is kept: "you edited it since", "src is in the way and is kept", …; without full stop. */
export function describeReason(why: KeptReason, show: ShowName = asItIs): string {
  switch (why.kind) {
    case 'editedSince':
      return describeEdit(why, show);
    case 'unwatched':
      return 'the agent or you changed it outside a recorded turn';
    case 'ignored':
      return 'it is or was ignored, so its content was not recorded';
    case 'notStored':
      return 'it is or was too large to record, or unreadable';
    case 'inTheWay':
      return `${show(why.by)} is in the way and is kept`;
    default:
      return why satisfies never;
  }
}

/** Describes the target of a rewind: "to after turn 2". */
export function describeTarget(toTurn: number): string {
  return toTurn === 0 ? 'to before its first turn' : `to after turn ${toTurn}`;
}

/** Summarises a preview: "2 files restored, 1 recreated, 1 deleted, 3 kept"; without full stop. */
export function describeSummary({ steps, kept }: Pick<RewindPreview, 'steps' | 'kept'>): string {
  const count = (action: RewindStep['action']): number =>
    steps.filter((step) => step.action === action).length;
  const parts: readonly (readonly [number, string])[] = [
    [count('restore'), 'restored'],
    [count('recreate'), 'recreated'],
    [count('delete'), 'deleted'],
    [kept.length, 'kept'],
  ];
  const [first, ...rest] = parts.filter(([number]) => number > 0);
  if (first === undefined) return 'no file to change';
  const [number, verb] = first;
  return [`${countOf(number, 'file')} ${verb}`, ...rest.map(([n, word]) => `${n} ${word}`)].join(
    ', ',
  );
}

function describeEdit(
  { others, from, deleted }: Extract<KeptReason, { kind: 'editedSince' }>,
  show: ShowName,
): string {
  const who = others.length === 0 ? 'you' : nameTasks(others.map(show));
  if (from !== undefined) {
    const whose = others.length === 0 ? 'your changes' : `changes of ${who}`;
    return `it may contain ${whose} from ${show(from)}`;
  }
  if (deleted === true) return `${who} deleted it since`;
  return others.length === 0 ? 'you edited it since' : `${who} changed it since`;
}

function nameTasks(names: readonly string[]): string {
  return `${names.length === 1 ? 'task' : 'tasks'} ${enumerate(names)}`;
}

import { describeRepository } from '../../reports/rewind/describeRepository';
import {
  describeKept,
  describeStep,
  describeSummary,
  describeTarget,
} from '../../reports/rewind/describeRewind';
import type {
  KeptPath,
  RewindChoice,
  RewindPreview,
  RewindStep,
} from '../../model/workspace/rewindRecord';
import { sanitizeLabel, sanitizePath } from '../text/sanitizeLabel';
import { editorWords } from '../text/editorWords';
import type { Choice, SeveralOptions } from './userInput';
import { countOf } from '../../text/count';
import { capitalise } from '../../text/sentence';
import type { RewindFile } from '../documents/rewindDiff';

/** Maximum lines of a preview; further files share one line, except files with unsaved changes. */
export const MAX_LINES = 1_000;
/** Maximum number of named kept paths that cannot be chosen. */
const MAX_NAMED = 3;

/** The paths of one line of the preview. */
export interface RewindEntry {
  readonly kind: 'step' | 'kept';
  readonly paths: readonly string[];
}

/** Whether a path has unsaved changes in the editor. */
export type IsUnsaved = (path: string) => boolean;

/**
 * All choices of a preview: changes are preselected, kept paths are not.
 * Files with unsaved changes are not preselected, as the editor would conflict with the restored file.
 */
export function rewindEntries(
  preview: RewindPreview,
  isUnsaved: IsUnsaved,
): readonly Choice<RewindEntry>[] {
  const kept = preview.kept.filter(({ selectable }) => selectable);
  return [
    ...headed('Proposed', capped('step', preview.steps, { line: stepLine, isUnsaved })),
    ...headed('Kept unless you select them', capped('kept', kept, { line: keptLine, isUnsaved })),
  ];
}

/** The difference between the chosen and the proposed entries. */
export function toRewindChoice(
  preview: RewindPreview,
  chosen: readonly RewindEntry[],
): RewindChoice {
  const pathsOf = (kind: RewindEntry['kind']): readonly string[] =>
    chosen.flatMap((entry) => (entry.kind === kind ? entry.paths : []));
  const steps = new Set(pathsOf('step'));
  const except = preview.steps.flatMap(({ path }) => (steps.has(path) ? [] : [path]));
  return { also: pathsOf('kept'), except };
}

/** What is rewound: "cart to before its first turn"; of a redo, the task. */
export function rewindSubject({ kind, taskId, toTurn }: RewindPreview): string {
  return kind === 'rewind' ? `${taskId} ${describeTarget(toTurn)}` : taskId;
}

/** Title, button and hint of the list; `left` is the number of files that its diff does not show. */
export function rewindQuestion(
  preview: RewindPreview,
  { verb = capitalise(preview.kind), subject = rewindSubject(preview), left = 0 } = {},
): Omit<SeveralOptions<RewindEntry>, 'look'> {
  const accept = (chosen: readonly RewindEntry[]): string => {
    const count = chosen.flatMap(({ paths }) => paths).length;
    return `${verb} ${count === 0 ? 'no file' : countOf(count, 'file')}`;
  };
  const { repository } = preview;
  const described = repository === undefined ? [] : describeRepository(repository, sanitizeLabel);
  const parts = [
    `${describeSummary(preview)}.`,
    ...(left > 0 ? [`The diff leaves out ${countOf(left, 'file')}.`] : []),
    ...described.map(editorWords),
    ...describeFixed(preview),
    'Files that are not selected stay as they are.',
  ];
  return {
    nothingChosen: `No file is selected: select a file, or press Escape to cancel · ${subject}`,
    title: (chosen) => `${accept(chosen)} · ${subject}`,
    accept,
    placeHolder: parts.join(' '),
  };
}

/** The files of these entries, with what would be done to each. */
export function rewindFiles(
  { steps, kept }: RewindPreview,
  entries: readonly RewindEntry[],
): readonly RewindFile[] {
  const actions = new Map([...kept, ...steps].map(({ path, action }) => [path, action]));
  return entries.flatMap(({ paths }) =>
    paths.flatMap((path) => {
      const action = actions.get(path);
      return action === undefined ? [] : [{ path, action }];
    }),
  );
}

/** Message when nothing can be chosen: the kept paths with their reasons. */
export function describeNothingToDo(preview: RewindPreview): string {
  return [`There is nothing to ${preview.kind}.`, ...describeFixed(preview)].join(' ');
}

function stepLine(step: RewindStep, unsaved: boolean): Choice<RewindEntry> {
  const { path, why } = describeStep(step);
  return fileLine('step', { ...step, path, why, unsaved });
}

function keptLine(kept: KeptPath, unsaved: boolean): Choice<RewindEntry> {
  const { path, why } = describeKept(kept, sanitizePath);
  return fileLine('kept', { ...kept, path, why, unsaved });
}

/** It says what is done if it is ticked. */
function fileLine(
  kind: RewindEntry['kind'],
  {
    action,
    path,
    why,
    unsaved,
  }: Pick<KeptPath, 'action' | 'path'> & {
    readonly why: string;
    readonly unsaved: boolean;
  },
): Choice<RewindEntry> {
  const reasons = [capitalise(why), unsaved ? 'The file has unsaved changes in the editor' : ''];
  const detail = reasons.filter((part) => part !== '').join('. ');
  return {
    label: capitalise([action ?? '', sanitizePath(path)].join(' ').trim()),
    ...(detail !== '' && { detail: `${detail}.` }),
    picked: kind === 'step' && !unsaved,
    value: { kind, paths: [path] },
  };
}

interface Lines<T> {
  readonly line: (one: T, unsaved: boolean) => Choice<RewindEntry>;
  readonly isUnsaved: IsUnsaved;
}

/**
 * One line for each path and one for the rest. A file with unsaved changes is never in the rest: it
 * is only chosen by its own line.
 */
function capped<T extends { readonly path: string }>(
  kind: RewindEntry['kind'],
  all: readonly T[],
  { line, isUnsaved }: Lines<T>,
): readonly Choice<RewindEntry>[] {
  const shown: Choice<RewindEntry>[] = [];
  const rest: string[] = [];
  for (const [index, one] of all.entries()) {
    const unsaved = isUnsaved(one.path);
    if (index < MAX_LINES || unsaved) shown.push(line(one, unsaved));
    else rest.push(one.path);
  }
  if (rest.length === 0) return shown;
  const label = countOf(rest.length, 'more file');
  return [...shown, { label, picked: kind === 'step', value: { kind, paths: rest } }];
}

function headed(
  heading: string,
  choices: readonly Choice<RewindEntry>[],
): readonly Choice<RewindEntry>[] {
  return choices.map((choice, index) => (index === 0 ? { ...choice, heading } : choice));
}

/** The kept paths that cannot be chosen. */
function describeFixed({ kept }: RewindPreview): readonly string[] {
  const fixed = kept.filter(({ selectable }) => !selectable);
  const named = fixed.slice(0, MAX_NAMED).map((each) => {
    const { path, why } = describeKept(each, sanitizePath);
    return `${sanitizePath(path)} stays: ${why}.`;
  });
  const left = fixed.length - named.length;
  return left > 0 ? [...named, `${left} more stay.`] : named;
}

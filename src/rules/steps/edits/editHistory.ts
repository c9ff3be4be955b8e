import type { Step } from '../../../model/steps/step';
import { RecentMap } from '../memory/recentMap';
import type { EditEffect, StepEffect } from '../effects/stepEffect';
import type { FileEdit } from '../effects/fileEdit';
import { splitPlace } from '../effects/placedPath';
import { saysDone, type ResultKind } from '../results/classifyResult';
import { KnownEdit } from './knownEdit';

/** Maximum number of files whose edits are remembered, and of edits per file. */
const MAX_FILES = 64;
const MAX_EDITS = 16;

/** Characters of arguments that are searched for what may restore files. */
const MAX_READ = 8_192;

/** An edit with the remembered edits of its file, oldest first. */
export interface ObservedEdit {
  readonly edit: KnownEdit;
  readonly earlier: readonly KnownEdit[];
}

/** The edits of a step. */
export interface ObservedEdits {
  readonly edits: readonly ObservedEdit[];
  /** Whether the edits were not made: then they are not remembered. */
  readonly isRefused: boolean;
}

/** What of an observed step concerns edits. */
interface EditingStep {
  readonly step: Step;
  readonly effect: StepEffect;
  readonly result: { readonly text: string; readonly kind: ResultKind };
}

/** The newest edits of the recently edited files, in bounded memory. */
export class EditHistory {
  private readonly files = new RecentMap<KnownEdit[]>(MAX_FILES);

  /** Records a step; undefined for a step without known edits. */
  record({ step, effect, result }: EditingStep): ObservedEdits | undefined {
    if (effect.kind !== 'edits') {
      const mayRestore = effect.kind === 'changes' || effect.kind === 'acts';
      if (mayRestore && result.kind !== 'failure') this.noteRestoring(step);
      return undefined;
    }
    // A silent command that printed something did something else.
    if (effect.rest === '' && result.kind === 'answer') return undefined;
    const isRefused = wasRefused(effect, result);
    const batch = step.madeWith ?? step.number;
    const edits = effect.edits.map((each) => {
      const edit = new KnownEdit(step.number, batch, withFile(each, result.text));
      if (effect.rest === undefined) edit.shownLine = findShownLine(edit.mainLine, result.text);
      const { path } = edit.edit;
      const earlier = this.files.get(path) ?? [];
      if (!isRefused) this.files.set(path, addEdit(earlier, edit));
      return { edit, earlier };
    });
    return { edits, isRefused };
  }

  /** Notes which files a step may have restored, so that repeating an edit is no repetition. */
  private noteRestoring({ tool, args: all }: Step): void {
    const args = all.slice(0, MAX_READ);
    const isEverywhere = mayRestoreFiles({ tool, args }) || OTHER_FOLDER.test(args);
    for (const edits of this.files.values()) {
      const name = readFileName(edits.at(-1)?.edit.path ?? '');
      if (isEverywhere || (name !== '' && args.includes(name)))
        for (const each of edits) each.isGone = true;
    }
  }
}

/** Commands and tools after which files are those of another revision. */
const OTHER_REVISION =
  /\bgit\b[^\n]{0,80}\b(?:checkout|switch|stash|reset|restore|pull|merge|rebase|revert|clean|am|apply|bisect)\b/;
const RESTORING_TOOL = /undo|revert|restore|rollback|checkout/i;
/** After these a path names another file. */
const OTHER_FOLDER = /(?:^|["\s])(?:cd|pushd|popd)\s/;

/** Whether a step may bring back other content of files. */
export function mayRestoreFiles({ tool, args }: Pick<Step, 'tool' | 'args'>): boolean {
  return OTHER_REVISION.test(args) || RESTORING_TOOL.test(tool);
}

const FIRST_WORD = /^\s*(\S{1,100})/;

/** The name of an edited file, up to its first space; '' for none. */
function readFileName(path: string): string {
  const { file } = splitPlace(path);
  return FIRST_WORD.exec(file.slice(file.lastIndexOf('/') + 1))?.[1] ?? '';
}

/** An edit of the open file names it in its result only, as in SWE-agent. */
const OPEN_FILE = /^\[File: (\S{1,400}) \(/m;

/** The edit with the path of the open file if it names none. */
export function withFile(edit: FileEdit, result: string): FileEdit {
  if (edit.path !== '') return edit;
  const [, path = ''] = OPEN_FILE.exec(result) ?? [];
  return path === '' ? edit : { ...edit, path };
}

const LINE_NUMBER = /^\s{0,12}(\d{1,7})\s?[:|\t→]/;

/** The number of the line that an editor shows after an edit; undefined if it shows none. */
function findShownLine(line: string, result: string): number | undefined {
  const at = line === '' ? -1 : result.indexOf(line);
  if (at < 0) return undefined;
  const [, number] = LINE_NUMBER.exec(result.slice(result.lastIndexOf('\n', at) + 1, at)) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** The remembered edits with another one; marks those whose text it removes. */
function addEdit(earlier: readonly KnownEdit[], edit: KnownEdit): KnownEdit[] {
  for (const each of earlier) if (edit.removes(each)) each.isGone = true;
  return [...earlier, edit].slice(-MAX_EDITS);
}

/** Whether the edits of a call were not made. A command that runs more may fail afterwards. */
function wasRefused(
  { rest }: EditEffect,
  { text, kind }: { readonly text: string; readonly kind: ResultKind },
): boolean {
  if (kind !== 'failure') return false;
  if (rest === undefined) return !saysDone(text);
  return rest === '' || REFUSED_COMMAND.test(text);
}

/** A command of an edit that failed. */
const REFUSED_COMMAND = /^\W{0,30}(?:sed|tee|(?:ba|z)?sh): /;

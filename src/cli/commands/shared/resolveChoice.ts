import { describeKept } from '../../../reports/rewind/describeRewind';
import type { KeptPath, RewindChoice, RewindPreview } from '../../../model/workspace/rewindRecord';
import { namedPaths, type Places } from './namedPaths';
import { failed, type Outcome } from '../../terminal/outcome';
import { printableLine, printablePath } from '../../terminal/printable';

/** Choices for single paths, relative to the workspace or to the current folder. */
export interface ChoiceOptions {
  /** Every kept path that can be chosen. */
  readonly all?: boolean;
  readonly also?: readonly string[];
  readonly except?: readonly string[];
}

type Chosen =
  | { readonly ok: true; readonly choice: RewindChoice }
  | (Outcome & { readonly ok: false });

/** The choice in paths of the preview, a folder standing for all below it; a refusal names what is not there. */
export function resolveChoice(
  preview: RewindPreview,
  words: ChoiceOptions,
  places: Places,
): Chosen {
  const paths = [...preview.steps, ...preview.kept].map((each) => each.path);
  const kept = new Map(preview.kept.map((each) => [each.path, each]));
  const also: string[] = [];
  for (const name of words.also ?? []) {
    const named = pathsNamed(name, paths, places);
    const usable = named.filter((each) => kept.get(each)?.selectable !== false);
    if (named.length === 0) return failed(describeMissing(name, preview));
    if (usable.length === 0) return failed(describeUnselectable(name, named, kept));
    also.push(...usable.filter((each) => kept.has(each)));
  }
  const except: string[] = [];
  for (const name of words.except ?? []) {
    const named = pathsNamed(name, paths, places);
    if (named.length === 0) return failed(describeMissing(name, preview));
    except.push(...named);
  }
  return { ok: true, choice: { also: words.all === true ? 'all' : also, except } };
}

/** The paths of the preview that a name on the command line matches. */
function pathsNamed(name: string, paths: readonly string[], places: Places): readonly string[] {
  for (const candidate of namedPaths(name, places)) {
    const found = paths.filter((each) => each === candidate || isBelow(each, candidate));
    if (found.length > 0) return found;
  }
  return [];
}

/** Whether a path lies below a folder; '' is the workspace. */
function isBelow(file: string, folder: string): boolean {
  return folder === '' || file.startsWith(`${folder}/`);
}

function describeMissing(name: string, { kind, steps, kept }: RewindPreview): string {
  const what = printablePath(name);
  return steps.length + kept.length === 0
    ? `${what}: there is no file that this ${kind} could change.`
    : `${what} is not among the files that this ${kind} would change or keep; --dry-run lists them.`;
}

function describeUnselectable(
  name: string,
  named: readonly string[],
  kept: ReadonlyMap<string, KeptPath>,
): string {
  const [only] = named.length === 1 ? named.flatMap((each) => kept.get(each) ?? []) : [];
  const why = only === undefined ? '' : printableLine(describeKept(only, printablePath).why);
  const reason = why === '' ? '' : `: ${why}`;
  return `${printablePath(name)} cannot be restored${reason}.`;
}

import type { StepDiff } from '../../model/steps/stepLine';

/** Lines of one diff that are shown. */
const MAX_LINES = 400;

/** The patch of a file, as `patchTexts` builds it, for a page. */
export interface ShownPatch {
  readonly path: string;
  readonly patch: string;
  /** Whether its line numbers are those of the file. */
  readonly isPlaced?: boolean;
}

/** The lines of a patch without its file names. */
export function toStepDiff({ path, patch, isPlaced = false }: ShownPatch): StepDiff {
  const [, , ...all] = patch.trimEnd().split('\n');
  const lines = isPlaced ? all : withoutPlaces(all);
  return {
    path,
    lines: lines.slice(0, MAX_LINES),
    left: Math.max(0, lines.length - MAX_LINES),
  };
}

/** A part of a file as a text for a patch, in which a missing line end would be remarked. */
export function withLineEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** Only a text is known, not where it is in the file: line numbers would be wrong. */
function withoutPlaces(lines: readonly string[]): readonly string[] {
  return lines
    .map((line) => (line.startsWith('@@') ? '@@' : line))
    .filter((line, index) => index > 0 || line !== '@@');
}

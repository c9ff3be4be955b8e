/** Maximum number of changed paths that are named as work. */
const MAX_NAMED_PATHS = 20;

const CHANGED = 'changed ';
const CONTENTS = 'fingerprint of their contents: ';

/**
 * Lines of an attempt's work on disk: its paths, sorted, and `contents`, a fingerprint of what they were given (letters
 * alone: digits could be taken for what varies from run to run). The same edit again gives the same lines.
 */
export function toWorkLines(paths: readonly string[], contents: string): readonly string[] {
  const more = paths.length - MAX_NAMED_PATHS;
  return [
    ...paths.slice(0, MAX_NAMED_PATHS).map((path) => `${CHANGED}${path}`),
    ...(more > 0 ? [`${CHANGED}${more} more files`] : []),
    `${CONTENTS}${contents}`,
  ];
}

/** A fingerprint, also as earlier versions recorded it. */
const FINGERPRINT = /^(?:fingerprint of their contents:|contents) [a-z]{12}$/;

/** Splits the work of an attempt into what its agent reports as done and the files that it changed. */
export function readWorkLines(work: readonly string[]): {
  readonly done: readonly string[];
  readonly changed: readonly string[];
} {
  const isChange = (line: string): boolean => line.startsWith(CHANGED);
  const isFingerprint = (line: string): boolean => FINGERPRINT.test(line);
  // Without a fingerprint nothing changed on disk: such lines are the agent's words.
  if (!work.some(isFingerprint)) return { done: work, changed: [] };
  const changed = work.filter(isChange).map((line) => line.slice(CHANGED.length));
  const isRest = (line: string): boolean => /^\d+ more files$/.test(line);
  return {
    done: work.filter((line) => !isChange(line) && !isFingerprint(line)),
    changed: [...changed.filter((line) => !isRest(line)), ...changed.filter(isRest)],
  };
}

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { safeFileName } from '../process/turnTranscript';

/** Folders of the state directory. */
export const RUNS = 'runs';
export const ISSUES = 'issues';

/** Ids start with the run's start time, so that they sort by time. */
const ID = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d[A-Za-z0-9-]{0,40}$/;
/** Maximum length of a file name derived from text. */
const MAX_NAME = 120;

/** Whether a text is a report id; only ids become part of paths. */
export function isReportId(text: string): boolean {
  return ID.test(text);
}

/** Ids of the reports among the names of files in a folder, newest first. */
export function parseReportIds(names: readonly string[]): readonly string[] {
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .filter(isReportId)
    .sort()
    .reverse();
}

export function reportPaths(stateDir: string, id: string): { markdown: string; json: string } {
  const file = join(stateDir, RUNS, id);
  return { markdown: `${file}.md`, json: `${file}.json` };
}

/** Derives a safe file name with the given extension from any text. */
export function toFileName(text: string, extension: string): string {
  const bare = text.endsWith(extension) ? text.slice(0, -extension.length) : text;
  const safe = safeFileName(bare);
  if (safe.length <= MAX_NAME) return safe + extension;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return `${safe.slice(0, MAX_NAME)}-${hash}${extension}`;
}

/**
 * Whether a report may reference a path in the state directory: a transcript, or one of its own
 * diffs. Report files are untrusted.
 */
export function mayReference(id: string, path: string): boolean {
  const parts = path.split('/');
  const isPlain = parts.every(
    (part) => part !== '' && part !== '.' && part !== '..' && !/[\\:\0]/.test(part),
  );
  if (!isPlain || parts.length !== 3) return false;
  return parts[0] === 'transcripts' || (parts[0] === RUNS && parts[1] === id);
}

import { createHash } from 'node:crypto';
import { lstat, readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { glob } from 'tinyglobby';

/** Bytes above which a report is not read. */
export const REPORT_BYTES = 20 * 1024 * 1024;
/** Reports that are read at most. */
const REPORT_COUNT = 1_000;
/** The only kind of report that is understood. */
const REPORT_NAME = /\.xml$/i;

/** A report as it is on disk at one moment. */
export interface ReportFile {
  readonly path: string;
  readonly mtimeMs: number;
  readonly hash: string;
  readonly text: string;
}

/**
 * Reads the reports that `patterns` (files or globs, relative to the workspace) name. Nothing
 * outside the workspace is read, by `..` or by symbolic link; what is missing, too big or
 * unreadable is left out, and what is no `.xml` file too. Never rejects.
 */
export async function readReportFiles(
  workspaceDir: string,
  patterns: readonly string[],
): Promise<readonly ReportFile[]> {
  const found: ReportFile[] = [];
  // One after the other: what does not belong to the result is in memory one at a time.
  for (const path of await findReports(workspaceDir, patterns)) {
    const file = await readReport(workspaceDir, path);
    if (file !== undefined) found.push(file);
  }
  return found;
}

async function findReports(
  workspaceDir: string,
  patterns: readonly string[],
): Promise<readonly string[]> {
  const inside = patterns.map(normalise).filter(staysInside);
  const literal = await Promise.all(inside.map((pattern) => exists(join(workspaceDir, pattern))));
  const files = inside.filter((_, index) => literal[index]);
  const globs = inside.filter((pattern, index) => !literal[index] && /[*?[\]{}()!]/.test(pattern));
  const matches = globs.length === 0 ? [] : await findMatches(workspaceDir, globs);
  const unique = new Set([...files, ...matches].map((path) => resolve(workspaceDir, path)));
  return [...unique].filter((path) => REPORT_NAME.test(path)).slice(0, REPORT_COUNT);
}

async function findMatches(cwd: string, globs: readonly string[]): Promise<readonly string[]> {
  try {
    return await glob([...globs], {
      cwd,
      dot: true,
      followSymbolicLinks: false,
      expandDirectories: false,
      ignore: ['**/node_modules/**', '**/.git/**'],
    });
  } catch {
    // An unreadable folder below the workspace: no report can be had from it.
    return [];
  }
}

function normalise(pattern: string): string {
  return pattern.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
}

function staysInside(pattern: string): boolean {
  return (
    pattern !== '' &&
    !pattern.startsWith('!') &&
    !isAbsolute(pattern) &&
    !/^[A-Za-z]:/.test(pattern) &&
    !pattern.split('/').includes('..')
  );
}

async function readReport(workspaceDir: string, path: string): Promise<ReportFile | undefined> {
  try {
    if (!isBelow(await realpath(workspaceDir), await realpath(path))) return undefined;
    const stats = await stat(path);
    // Reading a pipe would wait for a writer, for ever.
    if (!stats.isFile() || stats.size > REPORT_BYTES) return undefined;
    const bytes = await readFile(path);
    const hash = createHash('sha256').update(bytes).digest('hex');
    return { path, mtimeMs: stats.mtimeMs, hash, text: bytes.toString('utf8') };
  } catch {
    // Gone again, a folder, or no permission: the same as not being there.
    return undefined;
  }
}

function isBelow(directory: string, path: string): boolean {
  const way = relative(directory, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

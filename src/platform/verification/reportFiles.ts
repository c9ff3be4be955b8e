import { createHash } from 'node:crypto';
import { lstat, readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { glob } from 'tinyglobby';
import { isBelow } from '../workspace/isBelow';

/** Bytes above which a report is not read. */
const REPORT_BYTES = 20 * 1024 * 1024;
/** Maximum number of reports that are read. */
const REPORT_COUNT = 1_000;
/** Bytes of all reports together above which no further one is read. */
const ALL_BYTES = 100 * 1024 * 1024;
/** File names of reports; no other files are opened. */
const REPORT_NAME = /\.(?:xml|json|tap|info|lcov|txt|log|out)$/i;
const GLOB = /[*?[\]{}()!]/;

/** State of a report on disk. */
export interface ReportFile {
  readonly path: string;
  readonly mtimeMs: number;
  readonly hash: string;
  readonly bytes: number;
  readonly text: string;
}

/**
 * Reads the reports that `patterns` (files or globs, relative to the workspace) name, one after the
 * other, so that one at a time is in memory. Nothing outside the workspace is read, by `..` or by
 * symbolic link; missing, too large and unreadable files, and other file names, are skipped. Never
 * rejects.
 */
export async function* reportFiles(
  workspaceDir: string,
  patterns: readonly string[],
): AsyncGenerator<ReportFile, void, undefined> {
  let room = ALL_BYTES;
  for (const path of await findReports(workspaceDir, patterns)) {
    const file = await readReport({ workspaceDir, path, limit: Math.min(REPORT_BYTES, room) });
    if (file === undefined) continue;
    room -= file.bytes;
    yield file;
  }
}

/** The path of a named report; undefined for a pattern. */
export function namedReport(workspaceDir: string, pattern: string): string | undefined {
  return GLOB.test(pattern) ? undefined : resolve(workspaceDir, normalise(pattern));
}

async function findReports(
  workspaceDir: string,
  patterns: readonly string[],
): Promise<readonly string[]> {
  const inside = patterns.map(normalise).filter(staysInside);
  const literal = await Promise.all(inside.map((pattern) => exists(join(workspaceDir, pattern))));
  const files = inside.filter((_, index) => literal[index]);
  const globs = inside.filter((pattern, index) => !literal[index] && GLOB.test(pattern));
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

interface Wanted {
  readonly workspaceDir: string;
  readonly path: string;
  /** Bytes. */
  readonly limit: number;
}

async function readReport({ workspaceDir, path, limit }: Wanted): Promise<ReportFile | undefined> {
  try {
    if (!isBelow(await realpath(workspaceDir), await realpath(path))) return undefined;
    const stats = await stat(path);
    // Reading a pipe would wait for a writer, for ever.
    if (!stats.isFile() || stats.size > limit) return undefined;
    const bytes = await readFile(path);
    const hash = createHash('sha256').update(bytes).digest('hex');
    return { path, mtimeMs: stats.mtimeMs, hash, bytes: bytes.length, text: decode(bytes) };
  } catch {
    // Removed, a folder, or unreadable: treated as missing.
    return undefined;
  }
}

/** UTF-8, or UTF-16 as a redirection in PowerShell writes it. */
function decode(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return bytes.toString(isUtf16 ? 'utf16le' : 'utf8');
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { diskError } from '../state/files/diskError';
import { parseReportIds, isReportId, ISSUES, reportPaths, RUNS } from './reportPlaces';

/** Temporary file of an interrupted write. */
const LEFTOVER = /\.\d+-\d+\.tmp$/;

/** Implements `RunReports.prune`. To be called by the lease holder only. */
export async function pruneReports(stateDir: string, keep: number): Promise<readonly string[]> {
  const folder = join(stateDir, RUNS);
  const names = await readdir(folder).catch(() => []);
  const ids = parseReportIds(names);
  const kept = new Set(ids.slice(0, keep));
  const oldest = ids[keep - 1];
  const outdated = names
    .filter((name) => isExpired(name, kept, oldest))
    .map((name) => join(folder, name));
  const issues =
    ids.length > keep && oldest !== undefined ? await findOldIssues(stateDir, oldest) : [];
  const cutOff = await findStaleFiles(stateDir, names);
  const problems: string[] = [];
  for (const path of [...outdated, ...issues, ...cutOff]) {
    try {
      await rm(path, { recursive: true, force: true });
    } catch (error) {
      problems.push(diskError('remove', path, error).message);
    }
  }
  return problems;
}

/**
 * Whether a file belongs to a report older than all kept ones. A newer folder or text without a
 * report may be in progress.
 */
function isExpired(name: string, kept: ReadonlySet<string>, oldest: string | undefined): boolean {
  const id = name.replace(/\.(?:md|json)$/, '');
  return isReportId(id) && !kept.has(id) && oldest !== undefined && id < oldest;
}

async function findOldIssues(stateDir: string, oldest: string): Promise<readonly string[]> {
  const folder = join(stateDir, ISSUES);
  const since = (await lstat(reportPaths(stateDir, oldest).json).catch(() => undefined))?.mtimeMs;
  if (since === undefined) return [];
  const found: string[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const stats = await lstat(join(folder, name)).catch(() => undefined);
    if (stats?.isFile() === true && name.endsWith('.md') && stats.mtimeMs < since) {
      found.push(join(folder, name));
    }
  }
  return found;
}

/** Finds temporary files among reports, diffs and issues. */
async function findStaleFiles(
  stateDir: string,
  runs: readonly string[],
): Promise<readonly string[]> {
  const folders = [RUNS, ISSUES, ...runs.filter(isReportId).map((id) => join(RUNS, id))];
  const found = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(join(stateDir, folder)).catch(() => []);
      return names
        .filter((name) => LEFTOVER.test(name))
        .map((name) => join(stateDir, folder, name));
    }),
  );
  return found.flat();
}

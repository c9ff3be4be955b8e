import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { diskError } from '../state/files/diskError';
import { parseReportIds, isReportId, ISSUES, reportPaths, RUNS } from './reportPlaces';

/** What a write that was cut off leaves behind. */
const LEFTOVER = /\.\d+-\d+\.tmp$/;

/** As `RunReports.prune` says. Only for the holder of the lease: no other writes reports. */
export async function pruneReports(stateDir: string, keep: number): Promise<readonly string[]> {
  const folder = join(stateDir, RUNS);
  const names = await readdir(folder).catch(() => []);
  const ids = parseReportIds(names);
  const kept = new Set(ids.slice(0, keep));
  const oldest = ids[keep - 1];
  const doomed = names
    .filter((name) => isExpired(name, kept, oldest))
    .map((name) => join(folder, name));
  const issues =
    ids.length > keep && oldest !== undefined ? await findOldIssues(stateDir, oldest) : [];
  const cutOff = await findLeftovers(stateDir, names);
  const problems: string[] = [];
  for (const path of [...doomed, ...issues, ...cutOff]) {
    try {
      await rm(path, { recursive: true, force: true });
    } catch (error) {
      problems.push(diskError('remove', path, error).message);
    }
  }
  return problems;
}

/** A folder or a text of a report that is not there belongs to one that is being written, or was cut off. */
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

/** Among the reports, their diffs and the issues. */
async function findLeftovers(
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

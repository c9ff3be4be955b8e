import { lstat, readdir, readFile } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import type { RunReport, RunReportLine } from '../../model/run/runReport';
import type { ReportFiles, RunReports } from '../../ports/runReports';
import { MASK_NOTHING, type SecretMask } from '../../ports/secretMask';
import { StateError } from '../../ports/workspaceState';
import { copyReport, keepLinks } from './copyReport';
import { pruneReports } from './pruneReports';
import {
  toFileName,
  parseReportIds,
  isReportId,
  ISSUES,
  mayReference,
  reportPaths,
  RUNS,
} from './reportPlaces';
import { formatBytes } from '../../text/bytes';
import { escapeInvisible } from '../../text/invisible';
import { mkdirSync, rmSync } from 'node:fs';
import { diskError } from '../state/files/diskError';
import { nodeDurableFs, writeDurably, type DurableFs } from '../state/files/durableFile';

/** Larger files are not reports of Devs. */
const MAX_REPORT_BYTES = 64 * 1024 * 1024;

/** Reads and writes the reports of a state directory, secrets masked. Does no I/O until used. */
export function createRunReports(
  directory: string,
  fs: ReportFs = nodeReportFs,
  mask: SecretMask = MASK_NOTHING,
): RunReports {
  const ids = async (): Promise<readonly string[]> => parseReportIds(await listNames(directory));
  return {
    ids,
    write: async (report, markdown) =>
      Promise.resolve(
        write(directory, { report: mask.value(report), markdown: mask.text(markdown) }, fs),
      ),
    writeDiff: async (id, name, diff) => {
      const path = `${RUNS}/${assertReportId(id)}/${toFileName(name, '.diff')}`;
      writePrivately(join(directory, path), mask.text(diff), fs);
      return Promise.resolve(path);
    },
    list: async () => {
      const lines: RunReportLine[] = [];
      for (const id of await ids()) {
        const report = await readReport(directory, id);
        if (report !== undefined) lines.push(toLine(report));
      }
      return lines;
    },
    read: async (wanted) => {
      const [id, second] = findMatching(await ids(), wanted);
      if (id === undefined || second !== undefined) return undefined;
      const report = await readReport(directory, id);
      return report && { ...reportPaths(directory, id), report };
    },
    copy: (report, to) => copyReport(directory, report, { ...to, mask }),
    prune: (keep) => pruneReports(directory, keep),
    findIssue: async (name) => {
      const file = join(directory, ISSUES, toFileName(name, '.md'));
      const found = await lstat(file).catch(() => undefined);
      return found?.isFile() === true ? file : undefined;
    },
    writeIssue: async (name, markdown) => {
      const file = join(directory, ISSUES, toFileName(name, '.md'));
      writePrivately(file, mask.text(markdown), fs);
      return Promise.resolve(file);
    },
  };
}

/** Writes the JSON last: lists read it, so they show no report without its text. */
function write(
  directory: string,
  { report, markdown }: { readonly report: RunReport; readonly markdown: string },
  fs: ReportFs,
): ReportFiles {
  const files = reportPaths(directory, assertReportId(report.id));
  const json = Buffer.from(`${escapeInvisible(JSON.stringify(report, undefined, 2))}\n`);
  if (json.length > MAX_REPORT_BYTES) throw new StateError(tooLarge(json.length));
  writePrivately(files.markdown, markdown, fs);
  try {
    writePrivately(files.json, json, fs);
  } catch (error) {
    discard(files.markdown, fs);
    throw error;
  }
  return files;
}

function tooLarge(bytes: number): string {
  return `its size would be ${formatBytes(bytes)}, above the limit of ${formatBytes(MAX_REPORT_BYTES)}.`;
}

function discard(file: string, fs: ReportFs): void {
  try {
    fs.remove(file);
  } catch {
    // The first error is reported; a text without its report is never shown.
  }
}

function assertReportId(id: string): string {
  if (isReportId(id)) return id;
  throw new StateError(`There cannot be a run report called ${JSON.stringify(id.slice(0, 80))}.`);
}

/** The id itself, or all ids with that prefix. */
function findMatching(ids: readonly string[], wanted: string): readonly string[] {
  if (wanted === '') return [];
  return ids.includes(wanted) ? [wanted] : ids.filter((id) => id.startsWith(wanted));
}

async function readReport(directory: string, id: string): Promise<RunReport | undefined> {
  const { json } = reportPaths(directory, id);
  try {
    const stats = await lstat(json);
    if (!stats.isFile() || stats.size > MAX_REPORT_BYTES) return undefined;
    // Loaded on demand: reports are rarely read.
    const { toRunReport } = await import('./reportSchema');
    const report = toRunReport(await readFile(json, 'utf8'));
    return report?.id === id ? keepLinks(report, (name) => mayReference(id, name)) : undefined;
  } catch {
    // Gone or unreadable: counts as missing.
    return undefined;
  }
}

async function listNames(directory: string): Promise<readonly string[]> {
  return await readdir(join(directory, RUNS)).catch(() => []);
}

function toLine(report: RunReport): RunReportLine {
  const { id, startedAt, endedAt, terminalStatus, stopReason, hopCount, turns } = report;
  return { id, startedAt, endedAt, terminalStatus, stopReason, hopCount, turnCount: turns.length };
}

/** File operations of writing reports; replaced in tests to simulate failures. */
export interface ReportFs {
  readonly durable: DurableFs;
  makeFolder(path: string): void;
  remove(path: string): void;
}

export const nodeReportFs: ReportFs = {
  durable: nodeDurableFs,
  makeFolder: (path) => void mkdirSync(path, { recursive: true, mode: 0o700 }),
  remove: (path) => rmSync(path, { force: true }),
};

/**
 * Replaces a file atomically, readable by the user only; creates its folder if missing. Throws
 * `StateError`.
 */
function writePrivately(file: string, content: string | Buffer, fs: ReportFs): void {
  try {
    fs.makeFolder(dirname(file));
    writeDurably(file, typeof content === 'string' ? Buffer.from(content) : content, fs.durable);
  } catch (error) {
    throw diskError('write', file, error);
  }
}

import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RunReport } from '../../domain/runReport';
import type { CopyAnswer, ReportCopy } from '../../ports/runReports';
import { diskError } from '../state/diskError';
import { mayName } from './reportPlaces';

/**
 * Copies a report with all that it links to: `<id>.md` and `<id>.json` in the folder, the rest below
 * it where it lies in the state directory. Links are not followed on either side.
 */
export async function copyReport(
  stateDir: string,
  report: RunReport,
  { folder, force, markdown }: ReportCopy,
): Promise<CopyAnswer> {
  const linked = await thereOf(stateDir, report);
  const left = withOnly(report, new Set(linked));
  const files = {
    markdown: join(folder, `${report.id}.md`),
    json: join(folder, `${report.id}.json`),
  };
  const targets = [files.markdown, files.json, ...linked.map((name) => join(folder, name))];
  const taken = force ? [] : await thereAmong(targets);
  if (taken.length > 0) return { ok: false, message: describeTaken(taken), taken: true };
  for (const name of linked) await copyOne(join(stateDir, name), join(folder, name));
  await put(files.json, `${JSON.stringify(left, undefined, 2)}\n`);
  await put(files.markdown, markdown(left));
  return { ok: true, files, copied: linked.length };
}

/** The files that it names and that can be copied, each once. */
async function thereOf(stateDir: string, report: RunReport): Promise<readonly string[]> {
  const named = new Set(report.turns.flatMap(namedBy));
  const there: string[] = [];
  for (const name of named) {
    if (mayName(report.id, name) && (await isPlainFile(stateDir, name))) there.push(name);
  }
  return there;
}

function namedBy({ transcripts, diff, hops }: RunReport['turns'][number]): readonly string[] {
  return [
    ...transcripts,
    ...(diff === undefined ? [] : [diff]),
    ...hops.map((hop) => hop.transcript),
  ];
}

async function isPlainFile(stateDir: string, name: string): Promise<boolean> {
  const parts = name.split('/');
  for (let length = 1; length < parts.length; length += 1) {
    const folder = await lstat(join(stateDir, ...parts.slice(0, length))).catch(() => undefined);
    if (folder?.isDirectory() !== true) return false;
  }
  const stats = await lstat(join(stateDir, name)).catch(() => undefined);
  return stats?.isFile() === true;
}

/** The report without links to what is not there. */
function withOnly(report: RunReport, there: ReadonlySet<string>): RunReport {
  const turns = report.turns.map(({ diff, ...turn }) => ({
    ...turn,
    transcripts: turn.transcripts.filter((name) => there.has(name)),
    hops: turn.hops.map((hop) => ({
      ...hop,
      transcript: there.has(hop.transcript) ? hop.transcript : '',
    })),
    ...(diff !== undefined && there.has(diff) ? { diff } : {}),
  }));
  return { ...report, turns };
}

async function thereAmong(paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    paths.map(async (path) => ((await lstat(path).catch(() => undefined)) ? [path] : [])),
  );
  return found.flat();
}

function describeTaken([first = '', ...others]: readonly string[]): string {
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${first} is there already${more}.`;
}

async function copyOne(from: string, to: string): Promise<void> {
  await onDisk(to, async () => {
    await makeWay(to);
    await copyFile(from, to, constants.COPYFILE_EXCL);
  });
}

async function put(file: string, text: string): Promise<void> {
  await onDisk(file, async () => {
    await makeWay(file);
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
  });
}

/** What stands there is removed and not written into: it may be a link. */
async function makeWay(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await rm(file, { force: true });
}

async function onDisk(file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw diskError('write', file, error);
  }
}

import { lstat, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { RunReport } from '../../model/run/runReport';
import type { CopyAnswer, ReportCopy } from '../../ports/runReports';
import type { SecretMask } from '../../ports/secretMask';
import { diskError } from '../state/files/diskError';
import { mayReference } from './reportPlaces';
import { escapeInvisible } from '../../text/invisible';

/**
 * Copies a report with everything that it links to: `<id>.md` and `<id>.json` in the folder,
 * linked files at their paths in the state directory, secrets masked. Does not follow links on either side.
 */
export async function copyReport(
  stateDir: string,
  report: RunReport,
  { folder, force, markdown, mask }: ReportCopy & { readonly mask: SecretMask },
): Promise<CopyAnswer> {
  if (isSameOrBelow(await resolveReal(stateDir), await resolveReal(folder)))
    return refused(WITHIN_STATE);
  const linked = await findLinkedFiles(stateDir, report);
  const copied = new Set(linked);
  const left = mask.value(keepLinks(report, (name) => copied.has(name)));
  const files = {
    markdown: join(folder, `${report.id}.md`),
    json: join(folder, `${report.id}.json`),
  };
  const detour = await findNonFolder(folder, linked);
  if (detour !== undefined) return refused(`${detour} is a link or a file; nothing was exported.`);
  const targets = [files.markdown, files.json, ...linked.map((name) => join(folder, name))];
  const taken = force ? [] : await findExisting(targets);
  if (taken.length > 0) return { ok: false, message: describeTaken(taken), taken: true };
  for (const name of linked) await copyMasked(join(stateDir, name), join(folder, name), mask);
  await writeNew(files.json, `${escapeInvisible(JSON.stringify(left, undefined, 2))}\n`);
  await writeNew(files.markdown, mask.text(markdown(left)));
  return { ok: true, files, copied: linked.length };
}

const WITHIN_STATE = 'this is the state folder of Devs; choose another folder.';

function refused(message: string): CopyAnswer {
  return { ok: false, message };
}

/** Resolves links of a path whose last parts may not exist yet. */
async function resolveReal(path: string): Promise<string> {
  const above = dirname(path);
  const real = await realpath(path).catch(() => undefined);
  return real ?? (above === path ? path : join(await resolveReal(above), basename(path)));
}

function isSameOrBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * Finds a target folder path that exists and is not a folder: writing below a link would land
 * elsewhere.
 */
async function findNonFolder(
  folder: string,
  names: readonly string[],
): Promise<string | undefined> {
  const below = new Set(names.flatMap((name) => foldersOf(name)));
  for (const path of [...below].map((name) => join(folder, name))) {
    const stats = await lstat(path).catch(() => undefined);
    if (stats !== undefined && !stats.isDirectory()) return path;
  }
  return undefined;
}

/** Folders above a file, outermost first. */
function foldersOf(name: string): readonly string[] {
  const parts = name.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** Linked files that exist and may be copied, without duplicates. */
async function findLinkedFiles(stateDir: string, report: RunReport): Promise<readonly string[]> {
  const named = new Set(report.turns.flatMap(listLinks));
  const there: string[] = [];
  for (const name of named) {
    if (mayReference(report.id, name) && (await isPlainFile(stateDir, name))) there.push(name);
  }
  return there;
}

function listLinks({ transcripts, diff, hops }: RunReport['turns'][number]): readonly string[] {
  return [
    ...transcripts,
    ...(diff === undefined ? [] : [diff]),
    ...hops.map((hop) => hop.transcript),
  ];
}

async function isPlainFile(stateDir: string, name: string): Promise<boolean> {
  for (const path of foldersOf(name)) {
    const folder = await lstat(join(stateDir, path)).catch(() => undefined);
    if (folder?.isDirectory() !== true) return false;
  }
  const stats = await lstat(join(stateDir, name)).catch(() => undefined);
  return stats?.isFile() === true;
}

/** The report with links to matching files only. */
export function keepLinks(report: RunReport, isLinked: (name: string) => boolean): RunReport {
  const turns = report.turns.map(({ diff, ...turn }) => ({
    ...turn,
    transcripts: turn.transcripts.filter(isLinked),
    hops: turn.hops.map((hop) => ({
      ...hop,
      transcript: isLinked(hop.transcript) ? hop.transcript : '',
    })),
    ...(diff !== undefined && isLinked(diff) ? { diff } : {}),
  }));
  return { ...report, turns };
}

async function findExisting(paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    paths.map(async (path) => ((await lstat(path).catch(() => undefined)) ? [path] : [])),
  );
  return found.flat();
}

function describeTaken([first = '', ...others]: readonly string[]): string {
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${first} already exists${more}.`;
}

/** Transcripts may be raw, or older than what is a secret now. */
async function copyMasked(from: string, to: string, mask: SecretMask): Promise<void> {
  await withDiskErrors(to, async () => {
    await clearTarget(to);
    const masking = mask.output();
    const bytes = await readFile(from);
    const masked = Buffer.concat([masking.write(bytes), masking.end()]);
    await writeFile(to, masked, { flag: 'wx', mode: 0o600 });
  });
}

async function writeNew(file: string, text: string): Promise<void> {
  await withDiskErrors(file, async () => {
    await clearTarget(file);
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
  });
}

/** Removes an existing target instead of writing into it: it may be a link. */
async function clearTarget(file: string): Promise<void> {
  await createFolders(dirname(file));
  await rm(file, { force: true });
}

/**
 * Creates parents one by one: Node's recursive `mkdir` never ends where the system refuses with
 * ENOENT, as below /proc.
 */
async function createFolders(path: string): Promise<void> {
  const code = await createFolder(path);
  if (code !== 'ENOENT' || dirname(path) === path) return;
  await createFolders(dirname(path));
  if ((await createFolder(path)) === 'ENOENT') await mkdir(path);
}

/** Returns 'ENOENT' if the parent is missing; throws other errors. */
async function createFolder(path: string): Promise<'made' | 'ENOENT'> {
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return code;
    if (code !== 'EEXIST') throw error;
  }
  return 'made';
}

async function withDiskErrors(file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw diskError('write', file, error);
  }
}

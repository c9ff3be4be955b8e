import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../state/files/diskError';
import { writeDurably } from '../state/files/durableFile';
import { OPENCODE_PLUGIN } from './agents/opencodePluginFile';
import type { GuardPaths } from './guardPaths';

/** What agents call, after what that starts itself: it finds these at any time. */
export const GUARD_PROGRAMS = ['judge.js', 'recorder.js', OPENCODE_PLUGIN, 'hook.js'];
/** Holds their version, and says what kind of modules they are. */
const MANIFEST = 'package.json';

/** Version of the programs that agents call; undefined where there are none. */
export function readProgramsVersion({ bin }: GuardPaths): string | undefined {
  try {
    const { version } = JSON.parse(readFileSync(join(bin, MANIFEST), 'utf8')) as {
      readonly version?: unknown;
    };
    return typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Copies the programs that agents call into the guard's folder, where they outlive the installation of Devs. Newer ones
 * stay. `assetsDir`: `dist/` as built. Throws the error of the system.
 */
export function copyPrograms(paths: GuardPaths, assetsDir: string, version: string): void {
  const present = readProgramsVersion(paths);
  if (present !== undefined && isNewer(present, version)) return;
  mkdirSync(paths.bin, { recursive: true, mode: 0o700 });
  for (const name of GUARD_PROGRAMS)
    writeIfOther(join(paths.bin, name), readFileSync(join(assetsDir, name)));
  const manifest = `${JSON.stringify({ type: 'commonjs', version })}\n`;
  writeIfOther(join(paths.bin, MANIFEST), Buffer.from(manifest));
}

/** Removes them; the judge ends by itself then. */
export function removePrograms({ bin, socket, starting }: GuardPaths): void {
  for (const path of [bin, starting]) rmSync(path, { recursive: true, force: true });
  if (process.platform !== 'win32') rmSync(socket, { force: true });
}

function writeIfOther(file: string, bytes: Buffer): void {
  try {
    if (readFileSync(file).equals(bytes)) return;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  writeDurably(file, bytes);
}

/** Whether version `a` is after version `b`, by its numbers. */
function isNewer(a: string, b: string): boolean {
  const [left, right] = [a, b].map((version) => version.split(/[.-]/).map(Number));
  const at = left?.findIndex((number, index) => number !== right?.[index]) ?? -1;
  return at >= 0 && (left?.[at] ?? 0) > (right?.[at] ?? 0);
}

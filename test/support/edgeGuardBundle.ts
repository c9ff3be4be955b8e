import { build } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');

/** `edgeGuard.js` as the build makes it, alone in a folder outside of the project. */
export interface EdgeGuardBundle {
  readonly folder: string;
  /** Paths of all that went into it, relative to the project. */
  readonly inputs: readonly string[];
  remove(): void;
}

export async function bundleEdgeGuard(): Promise<EdgeGuardBundle> {
  const folder = mkdtempSync(join(tmpdir(), 'devs-edge-guard-'));
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['src/rules/edges/edgeGuard.ts'],
    outfile: join(folder, 'edgeGuard.js'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    minify: true,
    metafile: true,
    logLevel: 'silent',
  });
  return {
    folder,
    inputs: Object.keys(metafile.inputs),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

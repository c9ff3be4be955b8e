import { buildSync } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type * as StepWatchModule from '../../../src/rules/steps/watch/stepWatch';

const ROOT = resolve(__dirname, '../../..');

/** The watch as the build ships it: what runs TypeScript as it stands names each function once more, which takes time. */
export const { createStepWatch } = shipped();

function shipped(): typeof StepWatchModule {
  const folder = mkdtempSync(join(tmpdir(), 'devs-step-watch-'));
  try {
    const outfile = join(folder, 'stepWatch.js');
    buildSync({
      absWorkingDir: ROOT,
      entryPoints: ['src/rules/steps/watch/stepWatch.ts'],
      ...{ outfile, bundle: true, platform: 'node', format: 'cjs', target: 'node20' },
      ...{ minify: true, logLevel: 'silent' },
    });
    return createRequire(__filename)(outfile) as typeof StepWatchModule;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDemo } from '../../src/app/demo/createDemo';
import { repoRoot } from './paths';
import { note } from './progress';

/** A fresh copy of the demo project in the temporary folder, from `dist/` as built; its path. */
export async function demoInTemporaryFolder(): Promise<string> {
  const folder = join(realpathSync(mkdtempSync(join(tmpdir(), 'devs-demo-'))), 'demo');
  const assetsDir = join(repoRoot, 'dist');
  const { ok, message } = await createDemo({ assetsDir, folder, environment: process.env });
  if (!ok) throw new Error(message);
  note(message);
  return folder;
}

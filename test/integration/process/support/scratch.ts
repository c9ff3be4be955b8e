import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A new folder with a space and a quote in its name; removed when the test process ends. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "devs it's "));
  folders.push(folder);
  return folder;
}

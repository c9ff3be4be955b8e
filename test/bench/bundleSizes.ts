import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packageExtension } from '../realVscode/packageExtension';
import { repoRoot } from '../realVscode/paths';
import { inScratchFolder } from './scratchFolder';
import type { Table } from './table';

const FILES = ['extension.js', 'cli.js', 'supervisor.js', 'edgeGuard.js', 'sql-wasm.wasm'].map(
  (name) => `dist/${name}`,
);
const WEBVIEW = 'dist/webview';

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`;

async function webviewFiles(): Promise<string[]> {
  const names = await readdir(join(repoRoot, WEBVIEW));
  return names.filter((name) => /\.(js|css)$/.test(name)).map((name) => `${WEBVIEW}/${name}`);
}

async function packageSize(): Promise<number> {
  return inScratchFolder(async (folder) => {
    const vsix = await packageExtension({ folder: repoRoot, vsix: join(folder, 'devs.vsix') });
    return (await stat(vsix)).size;
  });
}

/** How large the built files are, as they are and compressed, and the package that is installed. */
export async function measureBundleSizes(): Promise<Table> {
  const rows: string[][] = [];
  for (const file of [...FILES, ...(await webviewFiles()).toSorted()]) {
    const content = await readFile(join(repoRoot, file));
    rows.push([file, kilobytes(content.length), kilobytes(gzipSync(content).length)]);
  }
  rows.push(['the package to install (.vsix)', kilobytes(await packageSize()), '']);
  return { title: 'Sizes', columns: ['raw', 'gzip'], rows };
}

import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packageExtension } from '../realVscode/packageExtension';
import { repoRoot } from '../realVscode/paths';
import { inScratchFolder } from './scratchFolder';
import type { Compared } from './section';
import type { Table } from './table';

const FILES = [
  'extension.js',
  'cli.js',
  'hook.js',
  'judge.js',
  'supervisor.js',
  'edgeGuard.js',
  'sql-wasm.wasm.br',
].map((name) => `dist/${name}`);
const ENGINE = 'dist/engine';
const WEBVIEW = 'dist/webview';

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`;

/** The built files of a folder, source maps left out; none where there is no such folder. */
async function filesOf(checkout: string, folder: string): Promise<readonly string[]> {
  const names = await readdir(join(checkout, folder)).catch(() => []);
  const built = names.filter((name) => /\.(js|css)$/.test(name));
  return built.toSorted().map((name) => `${folder}/${name}`);
}

async function packageSize(checkout: string): Promise<number> {
  return inScratchFolder(async (folder) => {
    const vsix = await packageExtension({ folder: checkout, vsix: join(folder, 'devs.vsix') });
    return (await stat(vsix)).size;
  });
}

async function sizeRow(checkout: string, what: string, files: readonly string[]): Promise<Row> {
  const contents = await Promise.all(files.map((file) => readFile(join(checkout, file))));
  const sum = (sizes: readonly number[]): string => kilobytes(sizes.reduce((a, b) => a + b, 0));
  const raw = sum(contents.map(({ length }) => length));
  return [what, raw, sum(contents.map((content) => gzipSync(content).length))];
}

type Row = readonly string[];

/** How large the built files are, as they are and compressed, and the package that is installed. */
export async function measureBundleSizes({ before }: Compared): Promise<Table> {
  const rows = await Promise.all(FILES.map((file) => sizeRow(repoRoot, file, [file])));
  for (const folder of [ENGINE, WEBVIEW]) {
    const files = await filesOf(repoRoot, folder);
    rows.push(await sizeRow(repoRoot, `${folder}: ${files.length} files`, files));
  }
  rows.push(['the package to install (.vsix)', kilobytes(await packageSize(repoRoot)), '']);
  if (before !== undefined) {
    for (const file of ['dist/extension.js', 'dist/cli.js']) {
      rows.push(await sizeRow(before, `before: ${file}`, [file]));
    }
    rows.push(['before: the package to install', kilobytes(await packageSize(before)), '']);
  }
  return { title: 'Sizes', columns: ['raw', 'gzip'], rows };
}

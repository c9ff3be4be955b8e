import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repoRoot } from '../realVscode/paths';
import { alternately, type Measure } from './alternately';
import { runNode } from './nodeProcess';
import { inScratchFolder } from './scratchFolder';
import type { Compared } from './section';
import { timeTable, type Table } from './table';

const ROUNDS = { runs: 20, atLeast: 5, withinMs: 8_000 };

/** Loads the module its argument names in a fresh process and prints how long that took. */
const TIME_REQUIRE = `
const began = performance.now();
require(process.argv[1]);
const took = performance.now() - began;
process.stdout.write(String(took), () => process.exit(0));
`;

/** Stands in for the \`vscode\` module: whatever is asked of it exists, can be called and can be extended. */
const VSCODE_STUB = `
const anything = new Proxy(function () {}, {
  get: (target, key) => (key === 'prototype' ? target.prototype : anything),
  apply: () => anything,
});
module.exports = anything;
`;

/** How long the extension's bundle takes to load outside VS Code, against an empty module. */
export async function measureBundleLoading({ before }: Compared): Promise<Table> {
  return inScratchFolder(async (folder) => {
    const modules = join(folder, 'modules');
    await mkdir(join(modules, 'vscode'), { recursive: true });
    await writeFile(join(modules, 'vscode/index.js'), VSCODE_STUB);
    const empty = join(folder, 'empty.js');
    await writeFile(empty, '');
    const load =
      (file: string): Measure =>
      async () => {
        const args = ['-e', TIME_REQUIRE, file];
        return Number((await runNode({ args, env: { NODE_PATH: modules } })).stdout);
      };
    const subjects: Record<string, Measure> = {
      'peer: an empty module': load(empty),
      "require('dist/extension.js')": load(join(repoRoot, 'dist/extension.js')),
    };
    if (before !== undefined) subjects['before'] = load(join(before, 'dist/extension.js'));
    const measured = await alternately(ROUNDS, subjects);
    const peer = measured['peer: an empty module'] ?? [];
    const series = Object.entries(measured).map(([what, ms]) => ({ what, ms, peer }));
    return timeTable('Loading the extension outside VS Code', series);
  });
}

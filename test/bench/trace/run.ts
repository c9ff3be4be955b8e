import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { demoInTemporaryFolder } from '../../realVscode/demoWorkspace';
import { repoRoot } from '../../realVscode/paths';
import { inScratchFolder } from '../scratchFolder';
import { tableLines } from '../table';
import { ENTER, instrument } from './instrument';

/**
 * `npm run bench:trace`: runs `devs run` on the demo, built so that each function tells its file when it is entered, and
 * prints for each turn how many files were entered and how often execution went from one folder to another. A turn reaches
 * from the event `turn_started` to the next one. Files and folders are the same in every run; what runs concurrently
 * interleaves differently, so that changes of folder vary by some 5 %. `--files` lists the files of the second turn.
 */

/** Collects the files as functions are entered, cut at each event that starts a turn. */
const COLLECT = `
{
  const entered = [[]];
  globalThis.${ENTER} = (file) => entered.at(-1).push(file);
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (text, ...rest) => {
    if (String(text).includes('"turn_started"')) entered.push([]);
    return write(text, ...rest);
  };
  const store = () => require('node:fs').writeFileSync(process.env.DEVS_TRACE, JSON.stringify(entered));
  process.on('exit', store);
}
`;

async function buildTraced(folder: string): Promise<string> {
  const outfile = join(folder, 'dist/cli.js');
  const node = { bundle: true, platform: 'node', format: 'cjs', target: 'node20' } as const;
  const define = { 'import.meta.url': '__bundleUrl' };
  const address = "const __bundleUrl = require('node:url').pathToFileURL(__filename).href;";
  await Promise.all([
    build({
      ...node,
      entryPoints: [join(repoRoot, 'src/cli/main.ts')],
      outfile,
      define,
      banner: { js: `${address}${COLLECT}` },
      plugins: [instrument],
      logLevel: 'warning',
    }),
    build({
      ...node,
      entryPoints: [join(repoRoot, 'src/platform/process/supervisor.ts')],
      outfile: join(folder, 'dist/supervisor.js'),
    }),
  ]);
  for (const file of ['sql-wasm.wasm.br', 'migrations']) {
    cpSync(join(repoRoot, 'dist', file), join(folder, 'dist', file), { recursive: true });
  }
  return outfile;
}

/** The files that were entered, in order, for each stretch between two turns. */
async function runDemo(folder: string, cli: string): Promise<readonly (readonly string[])[]> {
  const demo = await demoInTemporaryFolder();
  const trace = join(folder, 'trace.json');
  const env = {
    ...process.env,
    DEVS_STATE_DIR: join(folder, 'state'),
    DEVS_TRACE: trace,
    DEMO_DELAY_MS: '0',
  };
  const options = { cwd: demo, env, encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
  const ended = spawnSync(process.execPath, [cli, 'run', '--json'], options);
  rmSync(dirname(demo), { recursive: true, force: true });
  if (ended.status !== 2)
    throw new Error(`devs run: ${ended.status} ${ended.stdout}${ended.stderr}`);
  return JSON.parse(readFileSync(trace, 'utf8')) as string[][];
}

function figures(files: readonly string[]): readonly string[] {
  const folders = files.map((file) => dirname(file));
  const changes = folders.filter((folder, index) => index > 0 && folder !== folders[index - 1]);
  const numbers = [new Set(files).size, new Set(folders).size, changes.length, files.length];
  return numbers.map((each) => each.toLocaleString('en'));
}

async function main(): Promise<void> {
  await inScratchFolder(async (folder) => {
    const stretches = await runDemo(folder, await buildTraced(folder));
    const names = stretches.map((_, index) =>
      index === 0 ? 'before the first turn' : `turn ${index}`,
    );
    const rows = stretches.map((files, index) => [names[index] ?? '', ...figures(files)]);
    const columns = ['files', 'folders', 'changes of folder', 'functions entered'];
    const all = ['the whole run', ...figures(stretches.flat())];
    const table = { title: 'devs run on the demo', columns, rows: [...rows, all] };
    console.log(tableLines(table).join('\n'));
    if (process.argv.includes('--files')) {
      const turn = stretches[2] ?? [];
      console.log(`\nEntered in turn 2:\n${[...new Set(turn)].toSorted().join('\n')}`);
    }
  });
}

void main();

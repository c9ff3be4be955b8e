import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { MODEL_VENDOR } from './inHost/modelVendor';
import { repoRoot } from './paths';
import { copyPackage } from './unbundledPackage';
import { packageExtension } from './packageExtension';

/** The test-only extension as a folder that VS Code could load, and as a package it could install. */
export interface InHostBuild {
  readonly folder: string;
  /** Module whose `run()` a desktop VS Code calls (`--extensionTestsPath`). */
  readonly desktopRunner: string;
  remove(): Promise<void>;
}

const manifest = {
  name: 'devs-in-host-tests',
  displayName: 'Tests of Devs',
  publisher: 'devs',
  version: '0.0.0',
  private: true,
  engines: { vscode: '^1.104.0' },
  extensionKind: ['workspace'],
  capabilities: { untrustedWorkspaces: { supported: true } },
  activationEvents: ['onStartupFinished'],
  main: './dist/extension.js',
  contributes: {
    languageModelChatProviders: [{ vendor: MODEL_VENDOR, displayName: 'Scripted Models' }],
  },
  files: ['dist'],
};

const common: BuildOptions = {
  absWorkingDir: repoRoot,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode', 'mocha'],
  sourcemap: 'inline',
  logLevel: 'warning',
};

/** Builds the suite `test/inHost/**` and the extension that runs it into a temporary folder. */
export async function buildInHost(): Promise<InHostBuild> {
  const folder = await mkdtemp(join(tmpdir(), 'devs-in-host-'));
  const dist = join(folder, 'dist');
  const runners = ['extension', 'desktop'].map((name) =>
    join(repoRoot, `test/realVscode/inHost/${name}.ts`),
  );
  await build({ ...common, entryPoints: runners, outdir: dist });
  const tests = join(dist, 'tests');
  await build({ ...common, entryPoints: ['test/inHost/**/*.test.ts'], outdir: tests });
  await copyPackage('mocha', dist);
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  return {
    folder,
    desktopRunner: join(dist, 'desktop.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Packages what `buildInHost` built and returns the path of the .vsix, which lies in the build's folder. */
export async function packageInHost(build: InHostBuild): Promise<string> {
  return packageExtension({ folder: build.folder, vsix: join(build.folder, 'in-host.vsix') });
}

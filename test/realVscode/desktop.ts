import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { buildInHost } from './buildInHost';
import { repoRoot } from './paths';

/**
 * Runs `test/inHost/**` in a desktop VS Code that `@vscode/test-electron` downloads into `.vscode-test/`; the version
 * is `DEVS_VSCODE_VERSION`, the newest stable one by default. On Linux without a screen, start it under `xvfb-run -a`.
 */
export async function runOnDesktop(): Promise<number> {
  const build = await buildInHost();
  const folder = await mkdtemp(join(tmpdir(), 'devs-desktop-'));
  try {
    return await runTests({
      version: process.env['DEVS_VSCODE_VERSION'] ?? 'stable',
      extensionDevelopmentPath: [repoRoot, build.folder],
      extensionTestsPath: build.desktopRunner,
      extensionTestsEnv: { DEVS_STATE_DIR: join(folder, 'state') },
      launchArgs: [
        folder,
        '--disable-extensions',
        '--disable-workspace-trust',
        `--user-data-dir=${join(folder, 'user-data')}`,
      ],
    });
  } finally {
    await Promise.all([build.remove(), rm(folder, { recursive: true, force: true })]);
  }
}

runOnDesktop().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);

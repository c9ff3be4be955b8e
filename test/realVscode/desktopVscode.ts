import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import spawn from 'cross-spawn';
import which from 'which';
import { repoRoot } from './paths';

const MAC_COMMAND = 'Visual Studio Code.app/Contents/Resources/app/bin/code';

const MAC_FOLDERS = ['/Applications', join(homedir(), 'Applications')];

/** Why a desktop window could not be shown even if there is a `code` command; undefined when nothing is in the way. */
function obstacle(): string | undefined {
  const { env } = process;
  if (env['DEVS_START_NO_CODE'] === '1') return 'DEVS_START_NO_CODE is set';
  // In a remote terminal `code` only passes files on to the window; it cannot load an extension from a folder.
  if (env['VSCODE_IPC_HOOK_CLI'] !== undefined) return 'this terminal belongs to a remote VS Code';
  if (process.platform !== 'linux' || env['WSL_DISTRO_NAME'] !== undefined) return undefined;
  if (process.getuid?.() === 0) return 'VS Code does not run as root';
  const screen = env['DISPLAY'] ?? env['WAYLAND_DISPLAY'];
  return screen === undefined || screen === '' ? 'there is no screen' : undefined;
}

async function codeCommand(): Promise<string | undefined> {
  for (const name of ['code', 'code-insiders']) {
    const found = await which(name, { nothrow: true });
    if (found !== null) return found;
  }
  if (process.platform !== 'darwin') return undefined;
  return MAC_FOLDERS.map((folder) => join(folder, MAC_COMMAND)).find((file) => existsSync(file));
}

function requiredVersion(): string {
  const manifest = JSON.parse(readFileSync(join(repoRoot, 'package.json'), 'utf8')) as {
    engines: { vscode: string };
  };
  return manifest.engines.vscode.replace(/^\D+/, '');
}

function isAtLeast(version: string, required: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [requiredMajor = 0, requiredMinor = 0] = required.split('.').map(Number);
  return major > requiredMajor || (major === requiredMajor && minor >= requiredMinor);
}

/** A desktop VS Code that can be used, or why there is none. */
export type DesktopVscode = { readonly command: string } | { readonly unusable: string };

/** Looks for a desktop VS Code that can show a window here and is new enough for Devs. */
export async function findDesktopVscode(): Promise<DesktopVscode> {
  const reason = obstacle();
  if (reason !== undefined) return { unusable: reason };
  const command = await codeCommand();
  if (command === undefined) return { unusable: 'there is no "code" command' };
  const options = { encoding: 'utf8', timeout: 20_000 } as const;
  const asked: { readonly stdout: string | null } = spawn.sync(command, ['--version'], options);
  const version = asked.stdout?.split('\n')[0]?.trim() ?? '';
  if (!/^\d+\.\d+/.test(version)) return { unusable: `"${command} --version" gave no answer` };
  const required = requiredVersion();
  if (isAtLeast(version, required)) return { command };
  return { unusable: `VS Code ${version} is installed, but Devs needs ${required} or newer` };
}

/** Opens `folder` in a new window with Devs loaded from the checkout: for that window only, nothing is installed. */
export function openOnDesktop(command: string, folder: string): void {
  const args = ['--new-window', `--extensionDevelopmentPath=${repoRoot}`, folder];
  const { status, error } = spawn.sync(command, args, { stdio: 'inherit' });
  if (status === 0) return;
  throw new Error(`"${command}" failed (${error?.message ?? `exit code ${status ?? 'none'}`})`);
}

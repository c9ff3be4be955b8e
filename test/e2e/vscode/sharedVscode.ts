import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stateDirectory } from '../../../src/platform/state/files/stateDirectory';
import { startBrowser } from '../../realVscode/browser';
import { installAll } from '../../realVscode/install';
import { sharedDevsPackage } from '../../realVscode/packageExtension';
import { installExtensions, startVscode } from '../../realVscode/server';
import { testSettings } from '../../realVscode/settings';
import { NODE_FLAGS } from '../../support/scale';

/** What the suites of one run share, whichever of its processes they are in. */
export interface SharedVscode {
  /** Holds Devs as it is installed, for servers that a suite starts for itself. */
  readonly extensionsDir: string;
  /** Of the server whose windows are trusted. */
  readonly port: number;
  /** Where that server keeps what its windows remember. */
  readonly userDataDir: string;
  /** Address of the browser. */
  readonly browser: string;
}

/** Temporary folder of the run, known to all its processes from the moment that this file is loaded. */
const FOLDER_VARIABLE = 'DEVS_E2E_VSCODE_FOLDER';
const SHARED_VARIABLE = 'DEVS_E2E_VSCODE';

const owned = process.env[FOLDER_VARIABLE] === undefined;
const folder = (process.env[FOLDER_VARIABLE] ??= realpathSync(
  mkdtempSync(join(tmpdir(), 'devs-e2e-vscode-')),
));
const stateHome = join(folder, 'state');
if (owned) {
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
}

/** Where Devs keeps the state of a workspace that is opened in the shared server. */
export function sharedStateDir(workspace: string): string {
  return stateDirectory({
    workspaceDir: workspace,
    environment: { XDG_STATE_HOME: stateHome },
  });
}

let starting: Promise<() => Promise<void>> | undefined;

async function start(): Promise<() => Promise<void>> {
  await installAll();
  const extensionsDir = join(folder, 'extensions');
  await installExtensions(extensionsDir, [await sharedDevsPackage()]);
  // Empty, so that no terminal waits for the user's own start-up files.
  const home = join(folder, 'home');
  mkdirSync(home);
  const [vscode, browser] = await Promise.all([
    startVscode({
      workspace: home,
      extensionsFrom: extensionsDir,
      settings: testSettings,
      nodeFlags: NODE_FLAGS,
      env: {
        HOME: home,
        XDG_STATE_HOME: stateHome,
        DEVS_STATE_DIR: undefined,
        DEVS_VSIX: undefined,
      },
      auth: 'none',
      trust: true,
    }),
    startBrowser(),
  ]);
  const { port, userDataDir } = vscode;
  const shared: SharedVscode = { extensionsDir, port, userDataDir, browser: browser.address };
  process.env[SHARED_VARIABLE] = JSON.stringify(shared);
  return async () => {
    await browser.stop();
    await vscode.stop();
  };
}

/** Starts what is shared, unless this process or the one that started it has done so, and tells where it is. */
export async function sharedVscode(): Promise<SharedVscode> {
  if (process.env[SHARED_VARIABLE] === undefined) await (starting ??= start());
  return JSON.parse(process.env[SHARED_VARIABLE] ?? '') as SharedVscode;
}

/** Ends what this process started; does nothing in the others. */
export async function endSharedVscode(): Promise<void> {
  const end = await starting;
  await end?.();
}

import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calmSettings } from './settings';

/** Where a VS Code keeps its things; folders that are named are the caller's and stay. */
export interface ProfileOptions {
  readonly auth: 'none' | 'password';
  /** User settings besides the calm ones; `undefined` takes a calm one back. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly userDataDir?: string;
  readonly extensionsDir?: string;
  /** A folder of installed extensions to copy, which takes a fraction of the time of installing them. */
  readonly extensionsFrom?: string | undefined;
}

/** The folders and the secret of one VS Code. */
export interface Profile {
  readonly userDataDir: string;
  readonly extensionsDir: string;
  readonly configFile: string;
  readonly password?: string;
  /** Removes what was created temporarily; done when this process exits at the latest. */
  remove(): void;
}

/** Easy to read aloud and to type: no letters or digits that look alike. */
function readablePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  // 256 is not a multiple of 31; the bias costs less than half a bit of some 70.
  const all = [...randomBytes(15)].map((byte) => letters[byte % letters.length]).join('');
  return `${all.slice(0, 5)}-${all.slice(5, 10)}-${all.slice(10)}`;
}

/** Creates the folders and files VS Code reads when it starts. The password is in a file only this user can read. */
export async function createProfile(options: ProfileOptions): Promise<Profile> {
  const temporary = await realpath(await mkdtemp(join(tmpdir(), 'devs-vscode-')));
  const userDataDir = options.userDataDir ?? join(temporary, 'user-data');
  const extensionsDir = options.extensionsDir ?? join(temporary, 'extensions');
  const configFile = join(temporary, 'config.yaml');
  const password = options.auth === 'password' ? readablePassword() : undefined;
  await mkdir(join(userDataDir, 'User'), { recursive: true });
  await mkdir(extensionsDir, { recursive: true });
  if (options.extensionsFrom !== undefined) {
    await cp(options.extensionsFrom, extensionsDir, { recursive: true });
  }
  const settings = JSON.stringify({ ...calmSettings, ...options.settings }, null, 2);
  await writeFile(join(userDataDir, 'User/settings.json'), `${settings}\n`);
  const config = `auth: ${options.auth}\n${password === undefined ? '' : `password: ${password}\n`}`;
  await writeFile(configFile, config, { mode: 0o600 });
  const remove = (): void => {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
    process.off('exit', remove);
  };
  process.once('exit', remove);
  return {
    userDataDir,
    extensionsDir,
    configFile,
    ...(password === undefined ? {} : { password }),
    remove,
  };
}

import { installVscode, type VscodeInstall } from './install';
import { createProfile, type Profile, type ProfileOptions } from './profile';
import { ServerProcess, type Environment } from './serverProcess';

const START_WITHIN_MS = 60_000;
const INSTALL_WITHIN_MS = 120_000;

/** What to start; folders that are not named are temporary and removed by `stop()`. */
export interface VscodeOptions extends ProfileOptions {
  /** The folder to open. */
  readonly workspace: string;
  /** Packaged extensions, installed first as a user would. */
  readonly vsix?: readonly string[];
  /** Added to the environment of the server, and so of the extension host; `undefined` removes a name. */
  readonly env?: Environment;
  /** Flags for the Node of the server, which hands them on to the extension host. */
  readonly nodeFlags?: readonly string[];
  /** Whether the workspace is trusted without a question; else the window opens in restricted mode. */
  readonly trust: boolean;
  /** TCP port; a free one by default. */
  readonly port?: number;
}

/** A running VS Code, reachable from this machine only. */
export interface RunningVscode {
  /** Address of a window on the workspace. */
  readonly url: string;
  /** What the login page asks for; absent with `auth: 'none'`. */
  readonly password?: string;
  readonly port: number;
  /** Leader of the server's process group. */
  readonly pid: number;
  readonly userDataDir: string;
  readonly extensionsDir: string;
  /** Resolves with how the server ended, whoever ended it. */
  readonly ended: Promise<string>;
  /** The end of what the server has written so far. */
  log(): string;
  /** Ids of all processes that descend from this server, detached ones included (Linux only, elsewhere none). */
  processes(): number[];
  /** Ends everything this server started, politely first, and removes its temporary folders; safe to call twice. */
  stop(): Promise<void>;
  /** Ends the process group at once, as a crash would; the folders stay until `stop()`. */
  kill(): void;
}

function folders(profile: Profile): string[] {
  return ['--user-data-dir', profile.userDataDir, '--extensions-dir', profile.extensionsDir];
}

async function installInto(
  install: VscodeInstall,
  profile: Profile,
  packages: readonly string[],
): Promise<void> {
  if (packages.length === 0) return;
  const which = packages.flatMap((file) => ['--install-extension', file]);
  const args = ['--config', profile.configFile, ...folders(profile), ...which];
  const command = new ServerProcess(install, args);
  try {
    await command.succeeded(`Installing ${packages.join(' and ')}`, INSTALL_WITHIN_MS);
  } finally {
    await command.end();
  }
}

/** Installs packaged extensions, as a user would, into a folder that `extensionsFrom` can name. */
export async function installExtensions(
  extensionsDir: string,
  packages: readonly string[],
): Promise<void> {
  const profile = await createProfile({ auth: 'none', extensionsDir });
  try {
    await installInto(await installVscode(), profile, packages);
  } finally {
    profile.remove();
  }
}

function serverArguments(options: VscodeOptions, profile: Profile): string[] {
  return [
    ...['--config', profile.configFile, ...folders(profile)],
    ...['--bind-addr', `127.0.0.1:${options.port ?? 0}`, '--auth', options.auth],
    '--disable-telemetry',
    '--disable-update-check',
    '--disable-getting-started-override',
    ...(options.trust ? ['--disable-workspace-trust'] : []),
    options.workspace,
  ];
}

function controls(
  server: ServerProcess,
  profile: Profile,
): Pick<RunningVscode, 'ended' | 'log' | 'processes' | 'stop' | 'kill'> {
  const end = async (): Promise<void> => {
    await server.end();
    profile.remove();
  };
  let ending: Promise<void> | undefined;
  return {
    ended: server.ended,
    log: () => server.log(),
    processes: () => server.processes(),
    stop: () => (ending ??= end()),
    kill: () => server.kill(),
  };
}

/**
 * Starts a real VS Code (installed on first use) on `options.workspace` and resolves when it answers. Throws, with the
 * end of its log and nothing left running, when it does not within a minute.
 */
export async function startVscode(options: VscodeOptions): Promise<RunningVscode> {
  const install = await installVscode();
  const profile = await createProfile(options);
  try {
    await installInto(install, profile, options.vsix ?? []);
  } catch (error) {
    profile.remove();
    throw error;
  }
  const { env, nodeFlags } = options;
  const server = new ServerProcess(install, serverArguments(options, profile), env, nodeFlags);
  const running = controls(server, profile);
  try {
    const port = await server.ready(START_WITHIN_MS);
    const { userDataDir, extensionsDir, password } = profile;
    const url = `http://127.0.0.1:${port}/?folder=${encodeURIComponent(options.workspace)}`;
    const secret = password === undefined ? {} : { password };
    return { url, port, pid: server.pid, userDataDir, extensionsDir, ...secret, ...running };
  } catch (error) {
    await running.stop();
    throw error;
  }
}

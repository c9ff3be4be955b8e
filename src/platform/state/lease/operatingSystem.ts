import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';

/** What an operating system tells about processes and itself; '' where it tells nothing. */
export interface OperatingSystem {
  /** True where `startOf` runs a program. */
  readonly isSlow: boolean;
  /** When the process started; 'zombie' for one that has ended and waits for its parent. */
  startOf(pid: number): Promise<string>;
  /** Which run of the computer this is. */
  boot(): Promise<string>;
  /** What stays the same when the computer is started anew. */
  machine(): Promise<string>;
  pidNamespace(): Promise<string>;
}

const run = promisify(execFile);
/** Milliseconds that a helper program gets; without its answer nothing is proven. */
const HELPER_LIMIT = 5_000;

const linux: OperatingSystem = {
  isSlow: false,
  startOf: async (pid) => startInProc(await content(`/proc/${pid}/stat`)),
  boot: () => content('/proc/sys/kernel/random/boot_id'),
  machine: async () => `${hostname()} ${await content('/etc/machine-id')}`.trim(),
  pidNamespace: () => readlink('/proc/self/ns/pid').catch(() => ''),
};

const unix: OperatingSystem = {
  isSlow: true,
  startOf: async (pid) => startInPs(await output('ps', ['-o', 'stat=,lstart=', '-p', String(pid)])),
  boot: () => Promise.resolve(''),
  machine: () => Promise.resolve(hostname()),
  pidNamespace: () => Promise.resolve(''),
};

const darwin: OperatingSystem = {
  ...unix,
  boot: () => output('sysctl', ['-n', 'kern.bootsessionuuid']),
  machine: async () => {
    // A Mac's host name changes with its network.
    const registry = await output('ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']);
    return /"IOPlatformUUID" = "([^"]+)"/.exec(registry)?.[1] ?? hostname();
  },
};

const windows: OperatingSystem = {
  // Its boot time is derived from the clock and moves, so that `unix.boot` stands.
  ...unix,
  startOf: (pid) =>
    output('powershell.exe', [
      '-NoProfile',
      '-NonInteractive',
      '-Command',
      `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`,
    ]),
};

const SYSTEMS: Partial<Record<NodeJS.Platform, OperatingSystem>> = {
  linux,
  darwin,
  win32: windows,
};

/** The one we run on. */
export const operatingSystem: OperatingSystem = SYSTEMS[process.platform] ?? unix;

/** Field 22 of `/proc/<pid>/stat`; the program's name before it may hold spaces and brackets. */
export function startInProc(stat: string): string {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? 'zombie' : (fields[19] ?? '');
}

/** The answer to `ps -o stat=,lstart=`: how the process is, then when it started. */
export function startInPs(line: string): string {
  const [, status, started] = /^(\S+)\s+(.*)$/.exec(line.trim()) ?? [];
  return status?.startsWith('Z') === true ? 'zombie' : (started ?? '');
}

async function content(file: string): Promise<string> {
  return (await readFile(file, 'utf8').catch(() => '')).trim();
}

async function output(program: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await run(program, args, {
      timeout: HELPER_LIMIT,
      windowsHide: true,
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
    });
    return stdout.trim();
  } catch {
    // Not told means not proven: a holder then counts as alive as long as its id is taken.
    return '';
  }
}

import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';

/** Facts about processes and the machine; '' if unknown. */
export interface OperatingSystem {
  /** Whether `startOf` starts a program. */
  readonly isSlow: boolean;
  /** Start time of a process; 'zombie' if it ended and its parent has not waited for it. */
  startOf(pid: number): Promise<string>;
  /** Identifies the current boot. */
  boot(): Promise<string>;
  /** Identifies the computer across restarts. */
  machine(): Promise<string>;
  pidNamespace(): Promise<string>;
}

const run = promisify(execFile);
/** Time limit of helper programs in milliseconds. */
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
  // Its boot time is derived from the clock and drifts, so `unix.boot` applies.
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

/** The current operating system. */
export const operatingSystem: OperatingSystem = SYSTEMS[process.platform] ?? unix;

/**
 * Start time (field 22) in `/proc/<pid>/stat`; the program name before it may contain spaces and
 * brackets.
 */
export function startInProc(stat: string): string {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? 'zombie' : (fields[19] ?? '');
}

/** Parses the output of `ps -o stat=,lstart=`: state, then start time. */
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
    // Unknown is not proof: a holder counts as alive while its process id exists.
    return '';
  }
}

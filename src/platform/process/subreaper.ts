import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Argument of a supervisor under a subreaper, followed by the subreaper's process id. */
export const SUBREAPER_ARGUMENT = '--subreaper=';

/**
 * Program with arguments that starts the command in the arguments after them, adopts every orphan
 * below it, and ends when all of them have ended. At SIGTERM it kills the command. The command gets
 * `SUBREAPER_ARGUMENT` as its last argument, and SIGTERM when the subreaper is killed.
 */
export interface Subreaper {
  readonly program: string;
  readonly args: readonly string[];
}

/** Milliseconds that a trial may take. */
const TRIAL_MS = 10_000;

/** Where programs of the system are; `PATH` can lead into a workspace. */
const FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin', '/run/current-system/sw/bin'];

/** Numbers of the system call `prctl`; perl has no other way to it. */
const PRCTL: Partial<Record<NodeJS.Architecture, number>> = {
  ...{ x64: 157, arm64: 167, riscv64: 167, loong64: 167 },
  ...{ ia32: 172, arm: 172, s390x: 172, ppc64: 171 },
};

/**
 * It stays between the runner and the supervisor, since Node waits for no process that it did not
 * start, and an orphan that has ended must disappear for those who look for its id. The control
 * channel and the outputs are closed: their ends tell of the supervisor. 36: PR_SET_CHILD_SUBREAPER,
 * 1: PR_SET_PDEATHSIG.
 */
const PERL = `
my ($prctl, @command) = @ARGV;
my $self = $$;
exit 1 if syscall($prctl, 36, 1, 0, 0, 0) != 0;
my $child = fork;
exit 1 if !defined $child;
if ($child == 0) {
  syscall($prctl, 1, 15, 0, 0, 0);
  exec { $command[0] } @command, "${SUBREAPER_ARGUMENT}$self" if getppid == $self;
  exit 1;
}
$SIG{TERM} = sub { kill 'KILL', $child };
$0 = 'devs-subreaper';
for my $fd (3 .. 5) { open(my $file, '<&=', $fd) and close $file }
1 while wait != -1;
`;

/** The same; 15: PR_SET_NAME. */
const PYTHON = `
import ctypes, os, signal, sys
prctl = ctypes.CDLL(None).prctl
prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4
self = os.getpid()
if prctl(36, 1, 0, 0, 0) != 0: sys.exit(1)
child = os.fork()
if child == 0:
  prctl(1, 15, 0, 0, 0)
  if os.getppid() == self: os.execv(sys.argv[1], sys.argv[1:] + ["${SUBREAPER_ARGUMENT}%d" % self])
  os._exit(1)
signal.signal(signal.SIGTERM, lambda *_: os.kill(child, signal.SIGKILL))
prctl(15, ctypes.cast(b"devs-subreaper", ctypes.c_void_p).value, 0, 0, 0)
for fd in range(3, 6):
  try: os.close(fd)
  except OSError: pass
try:
  while True: os.wait()
except ChildProcessError: pass
`;

/**
 * Programs of which any is enough, in order of preference: perl starts in a few milliseconds, Python
 * takes ten times as long.
 */
export const SUBREAPER_PROGRAMS = ['perl', 'python3'] as const;

/** Subreapers that may work on this system, in order of preference. */
export function listSubreapers(): readonly Subreaper[] {
  if (process.platform !== 'linux') return [];
  return SUBREAPER_PROGRAMS.flatMap((name) => {
    const program = FOLDERS.map((folder) => join(folder, name)).find((file) => existsSync(file));
    const args = argumentsFor(name);
    return program === undefined || args === undefined ? [] : [{ program, args }];
  });
}

function argumentsFor(name: (typeof SUBREAPER_PROGRAMS)[number]): readonly string[] | undefined {
  // Isolated from the user's variables and folders.
  if (name === 'python3') return ['-I', '-S', '-c', PYTHON];
  const prctl = PRCTL[process.arch];
  return prctl === undefined ? undefined : ['-e', PERL, '--', String(prctl)];
}

let found: Promise<Subreaper | undefined> | undefined;

/**
 * The first subreaper that works here, tried once; undefined where there is none.
 *
 * Why a subreaper: the programs below it see nothing of it. In a PID namespace of an ordinary user
 * they see other process ids, another `/proc` and other owners of files, and sudo does not work. A
 * cgroup scope needs systemd with a session of the user, which containers, SSH commands and cron do
 * not have; where it exists, perl or Python do, too.
 */
export function findSubreaper(): Promise<Subreaper | undefined> {
  found ??= chooseSubreaper(listSubreapers());
  return found;
}

/** The first that works; undefined if none does. Never rejects. */
export async function chooseSubreaper(
  candidates: readonly Subreaper[],
): Promise<Subreaper | undefined> {
  for (const each of candidates) if (await works(each)) return each;
  return undefined;
}

function works({ program, args }: Subreaper): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { timeout: TRIAL_MS, env: {} };
    execFile(program, [...args, '/bin/sh', '-c', ':'], options, (error) => {
      resolve(error === null);
    });
  });
}

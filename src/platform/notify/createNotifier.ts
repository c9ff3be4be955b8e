import type { Notification } from '../../model/notify/notification';
import { exitedCleanly } from '../../model/turn/turn';
import type { Delivery, DesktopPlace, Notifier } from '../../ports/notifier';
import { MASK_NOTHING, type SecretMask } from '../../ports/secretMask';
import { childEnvironment, type Environment } from '../process/environment';
import { runProcess } from '../process/runProcess';
import { findProgram } from '../workspace/findProgram';
import { deliverToService } from './deliverToService';
import { desktopCommand, desktopProgram, terminalNotification } from './desktopCommand';
import { findPlace } from './serviceRequest';

/** Milliseconds after which a program that shows a notification is ended. */
const PROGRAM_LIMIT_MS = 10_000;

export interface NotifierOptions {
  readonly workspaceDir: string;
  /** `dist/supervisor.js`. */
  readonly supervisorFile: string;
  readonly environment: Environment;
  /** Absent: nothing is masked. */
  readonly mask?: SecretMask;
  readonly desktop?: DesktopPlace;
  /** Absent: the platform's own. */
  readonly fetch?: typeof globalThis.fetch;
  /** Absent: this one. */
  readonly platform?: NodeJS.Platform;
}

/** Tells services over HTTP, and the desktop by a program of the system. Secrets are masked in every text. */
export function createNotifier(options: NotifierOptions): Notifier {
  const { environment, mask = MASK_NOTHING } = options;
  const tools = {
    environment,
    fetch: options.fetch ?? ((...args) => globalThis.fetch(...args)),
  } as const;
  return {
    findProblem: (target) => {
      if (target === 'desktop') return Promise.resolve(findDesktopProblem(options));
      const place = findPlace(target, environment);
      return Promise.resolve(typeof place === 'string' ? place : undefined);
    },
    deliver: (target, notification, signal) => {
      const masked = mask.value(notification);
      return target === 'desktop'
        ? showOnDesktop(options, masked, signal)
        : deliverToService(target, masked, { ...tools, signal });
    },
  };
}

function findDesktopProblem({ platform = process.platform, ...options }: NotifierOptions) {
  const program = desktopProgram(platform);
  if (locate(program, options) !== undefined) return undefined;
  const remedy = platform === 'linux' ? '; it is in the package libnotify-bin or libnotify' : '';
  return `there is no program ${program}${remedy}`;
}

function locate(program: string, { environment, workspaceDir }: NotifierOptions) {
  return findProgram(program, { environment, outside: workspaceDir });
}

/** Rings the terminal as well; where the system shows nothing, its terminal may. */
async function showOnDesktop(
  options: NotifierOptions,
  notification: Notification,
  signal: AbortSignal,
): Promise<Delivery> {
  const { terminal, isWatched } = options.desktop ?? {};
  if (isWatched?.() === true) return { kind: 'delivered' };
  terminal?.('\u0007');
  const why = await showBySystem(options, notification, signal);
  if (why === undefined) return { kind: 'delivered' };
  if (terminal === undefined) return { kind: 'failed', why, again: false };
  terminal(terminalNotification(notification));
  return { kind: 'delivered' };
}

/** Why the system shows nothing, a clause; undefined if it does. */
async function showBySystem(
  options: NotifierOptions,
  notification: Notification,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { workspaceDir, supervisorFile, platform = process.platform } = options;
  const problem = findDesktopProblem(options);
  const { program, args, env } = desktopCommand(platform, notification);
  const file = locate(program, options);
  if (file === undefined) return problem;
  const { end } = await runProcess(
    {
      command: [file, ...args],
      cwd: workspaceDir,
      env: { ...childEnvironment(options.environment), ...env },
      timeoutMs: PROGRAM_LIMIT_MS,
      supervisorFile,
    },
    signal,
  );
  return exitedCleanly(end) ? undefined : `${program} failed; is there a desktop?`;
}

import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { NODE_FLAGS } from '../support/scale';
import { FolderEvents } from './folderEvents';

const KILL_AT = path.join(__dirname, 'killAt.js');

/** When a `devs` is killed. */
export type KillPlan =
  /** So many milliseconds after it was started. */
  | { readonly kind: 'time'; readonly afterMs: number }
  /** When the `nth` change of its folders that matches was seen from outside. */
  | { readonly kind: 'event'; readonly only: RegExp; readonly nth: number }
  /** At the `nth` of its own changes of files that match. */
  | {
      readonly kind: 'operation';
      readonly only: string;
      readonly nth: number;
      readonly how: 'before' | 'after' | 'half';
    };

export interface DevsRunOptions {
  /** The built `cli.js`. */
  readonly cli: string;
  readonly args: readonly string[];
  /** Holds `project` and `state`. */
  readonly root: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly plan?: KillPlan | undefined;
  /** Whether its file system knows second names. */
  readonly hasLinks: boolean;
  /** File for the list of all its changes of files. */
  readonly log?: string | undefined;
  /** Milliseconds after which it is killed and has failed. */
  readonly limitMs: number;
}

export interface DevsEnd {
  readonly args: readonly string[];
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** True when it was killed as planned, not when it had ended before. */
  readonly killed: boolean;
  readonly tookTooLong: boolean;
  readonly ms: number;
}

/** Runs one `devs` to its end, or to the planned one. */
export async function runDevs(options: DevsRunOptions): Promise<DevsEnd> {
  const started = performance.now();
  const command = [...NODE_FLAGS, ...preload(options), options.cli, ...options.args];
  const child = spawn(process.execPath, command, {
    cwd: path.join(options.root, 'project'),
    env: { ...options.environment, ...killEnvironment(options) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  let tookTooLong = false;
  const limit = setTimeout(() => {
    tookTooLong = true;
    child.kill('SIGKILL');
  }, options.limitMs);
  const stopWatching = watchFor(child, options);
  const { code, signal } = await ended(child);
  clearTimeout(limit);
  stopWatching();
  const killed = signal === 'SIGKILL' && !tookTooLong;
  const ms = performance.now() - started;
  return { args: options.args, code, ...output, killed, tookTooLong, ms };
}

function preload({ plan, log, hasLinks }: DevsRunOptions): readonly string[] {
  const isNeeded = plan?.kind === 'operation' || log !== undefined || !hasLinks;
  return isNeeded ? ['--require', KILL_AT] : [];
}

function killEnvironment({ plan, log, hasLinks }: DevsRunOptions): NodeJS.ProcessEnv {
  return {
    ...(hasLinks ? {} : { CRASH_LINKS: 'none' }),
    ...(log === undefined ? {} : { CRASH_LOG: log }),
    ...(plan?.kind === 'operation'
      ? { CRASH_ONLY: plan.only, CRASH_AT: String(plan.nth), CRASH_HOW: plan.how }
      : {}),
  };
}

function watchFor(child: ChildProcess, { plan, root }: DevsRunOptions): () => void {
  if (plan?.kind === 'time') {
    const timer = setTimeout(() => child.kill('SIGKILL'), plan.afterMs);
    return () => clearTimeout(timer);
  }
  if (plan?.kind !== 'event') return () => undefined;
  let seen = 0;
  const events = new FolderEvents(root, (description) => {
    if (!plan.only.test(description)) return;
    seen += 1;
    if (seen === plan.nth) child.kill('SIGKILL');
  });
  return () => events.close();
}

/** Also when its descendants still hold its output open. */
function ended(
  child: ChildProcess,
): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      // What it printed before its end has been read by then.
      const drained = setTimeout(() => resolve({ code, signal }), 2_000);
      child.once('close', () => {
        clearTimeout(drained);
        resolve({ code, signal });
      });
    });
  });
}

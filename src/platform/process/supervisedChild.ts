import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { openChildInput, type ChildInput } from './childInput';
import { openChildPipes, type ChildPipes } from './childPipes';
import { deferred } from './deferred';
import { supervisorEnvironment } from './environment';
import { GRACE_MS, KILL_MS } from './processTree';
import { createMessageReader, encodeMessage } from './supervisorProtocol';
import type { Order, Report } from './supervisorProtocol';
import { openTree, type RootProcess } from './systemProcesses';

/** Milliseconds that a supervisor may need to end a tree before the runner does it itself. */
const END_LIMIT_MS = GRACE_MS + KILL_MS + 2_000;

/** How the child of a supervisor ended. `lost`: the supervisor was about to start it or had, and ended without telling. */
export type ChildEnd =
  | Extract<Report, { type: 'exit' | 'couldNotStart' }>
  | { readonly type: 'lost' }
  | { readonly type: 'noSupervisor'; readonly message: string };

/** A child that runs under a supervisor of its own. */
export interface SupervisedChild {
  /** Standard output and error; a single stream when they are merged. */
  readonly outputs: readonly Readable[];
  /** Resolves once, when the child has ended; never rejects. */
  readonly ended: Promise<ChildEnd>;
  /**
   * Ends whatever is left of the tree and the supervisor. Resolves when both are gone, with the
   * number of processes that could not be ended. May be called at any time. Never rejects.
   */
  endTree(): Promise<number>;
}

export interface SupervisedOptions {
  /** `dist/supervisor.js`. */
  readonly supervisorFile: string;
  readonly order: Extract<Order, { type: 'start' }>;
  /** Text for standard input; without it the child reads from the null device. */
  readonly stdin: string | undefined;
  /** Standard output and error in one stream. */
  readonly merge: boolean;
}

/** Starts a supervisor and, through it, the child. Never rejects: failures are in `ended`. */
export async function startSupervised(options: SupervisedOptions): Promise<SupervisedChild> {
  const { supervisorFile, stdin, merge } = options;
  if (!existsSync(supervisorFile)) return notStarted(`${supervisorFile} is missing`);
  const pipes = await openChildPipes(merge);
  try {
    const input = await openChildInput(stdin);
    try {
      return supervise(spawnSupervisor({ supervisorFile, input, pipes }), { options, pipes });
    } finally {
      await input.close();
    }
  } catch (error) {
    for (const stream of pipes?.outputs ?? []) stream.destroy();
    return notStarted((error as Error).message);
  } finally {
    pipes?.closeChildEnds();
  }
}

function notStarted(message: string): SupervisedChild {
  return {
    outputs: [],
    ended: Promise.resolve({ type: 'noSupervisor', message }),
    endTree: () => Promise.resolve(0),
  };
}

interface SupervisorSpec {
  readonly supervisorFile: string;
  readonly input: ChildInput;
  readonly pipes: ChildPipes | undefined;
}

function spawnSupervisor({ supervisorFile, input, pipes }: SupervisorSpec): ChildProcess {
  const outputs = pipes?.childEnds ?? (['pipe', 'pipe'] as const);
  return spawn(process.execPath, [supervisorFile], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', input.fd, ...outputs],
    env: supervisorEnvironment(process.env),
    // Its own session: neither Ctrl-C nor a closing terminal reaches it.
    detached: true,
    windowsHide: true,
  });
}

interface SuperviseOptions {
  readonly options: SupervisedOptions;
  readonly pipes: ChildPipes | undefined;
}

function supervise(
  supervisor: ChildProcess,
  { options, pipes }: SuperviseOptions,
): SupervisedChild {
  // Typed as five streams at most, and absent when the system has no descriptors left.
  const streams = supervisor.stdio as unknown as readonly unknown[] | undefined;
  if (streams === undefined) throw new Error('too many open files');
  const control = streams[3] as Readable & Writable;
  const watched = watch(supervisor, control);
  control.write(encodeMessage(options.order));
  return {
    outputs: pipes?.outputs ?? [streams[5] as Readable, streams[6] as Readable],
    ended: watched.ended,
    endTree: () => endTree({ supervisor, control, watched, marker: options.order.marker }),
  };
}

interface Watched {
  readonly ended: Promise<ChildEnd>;
  /** Resolves when the supervisor is gone: with what it left, or `undefined` when it did not say. */
  readonly gone: Promise<number | undefined>;
  root(): RootProcess | undefined;
}

function watch(supervisor: ChildProcess, control: Readable): Watched {
  let starting = false;
  let root: RootProcess | undefined;
  let left: number | undefined;
  const ended = deferred<ChildEnd>();
  const gone = deferred<number | undefined>();
  const read = createMessageReader((message) => {
    const report = message as Report;
    if (report.type === 'starting') starting = true;
    else if (report.type === 'started') root = report.root;
    else if (report.type === 'ended') left = report.left;
    else ended.resolve(report);
  });
  const finish = (end: ChildEnd): void => {
    ended.resolve(end);
    gone.resolve(left);
  };
  const lost = (): ChildEnd =>
    starting ? { type: 'lost' } : { type: 'noSupervisor', message: 'it ended at once' };
  control.setEncoding('utf8');
  control.on('data', read);
  // The supervisor is gone or going; its end is awaited below.
  control.on('error', () => undefined);
  supervisor.once('error', ({ message }) => {
    finish({ type: 'noSupervisor', message });
  });
  supervisor.once('exit', () => {
    // Its last lines may still be on their way.
    if (control.closed) finish(lost());
    else control.once('close', () => finish(lost()));
  });
  return { ended: ended.promise, gone: gone.promise, root: () => root };
}

interface EndOptions {
  readonly supervisor: ChildProcess;
  readonly control: Writable;
  readonly watched: Watched;
  readonly marker: string;
}

async function endTree({ supervisor, control, watched, marker }: EndOptions): Promise<number> {
  if (control.writable) control.write(encodeMessage({ type: 'end' }));
  // A stopped supervisor answers nothing: its end is then ours to bring about.
  const impatience = setTimeout(() => supervisor.kill('SIGKILL'), END_LIMIT_MS);
  const left = await watched.gone;
  clearTimeout(impatience);
  return left ?? openTree(watched.root(), marker).end();
}

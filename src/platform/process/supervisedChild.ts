import { closeSync, existsSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { writeChildInput, type ChildInput } from './childInput';
import { deferred } from './deferred';
import { openReader, type OpenReader } from './pipeFiles';
import { GRACE_MS, KILL_MS } from './processTree';
import { acquireSupervisor, releaseSupervisor, type ReadySupervisor } from './supervisors';
import type { Order, Report } from './supervisorProtocol';
import { openTree, type RootProcess } from './systemProcesses';

/** Milliseconds after which the runner ends a tree itself instead of the supervisor. */
const END_LIMIT_MS = GRACE_MS + KILL_MS + 2_000;

/**
 * How the child of a supervisor ended. `lost`: the supervisor ended without a report after it was
 * about to start the child.
 */
export type ChildEnd =
  | Extract<Report, { type: 'exit' | 'couldNotStart' }>
  | { readonly type: 'lost' }
  | { readonly type: 'noSupervisor'; readonly message: string };

/** Standard input of an interactive child. Does nothing once the child has ended. */
export interface ChildStdin {
  write(text: string): void;
  end(): void;
}

/** A child that runs under a supervisor. */
export interface SupervisedChild {
  /** Reaches the child only if its order says `isInteractive`. */
  readonly stdin: ChildStdin;
  /** Standard output and error; a single stream when they are merged. */
  readonly outputs: readonly Readable[];
  /** Resolves once, when the child has ended; never rejects. */
  readonly ended: Promise<ChildEnd>;
  /**
   * Ends the rest of the tree. Resolves when it has ended, with the number of processes that could
   * not be ended. May be called at any time. Never rejects.
   */
  endTree(): Promise<number>;
}

export interface SupervisedOptions {
  /** `dist/supervisor.js`. */
  readonly supervisorFile: string;
  readonly order: Omit<Extract<Order, { type: 'start' }>, 'input'>;
  /** Text for standard input; without it the child reads from the null device. */
  readonly stdin: string | undefined;
}

/** Starts a child through a supervisor, unless `signal` aborts first. Never rejects: failures are in `ended`. */
export async function startSupervised(
  options: SupervisedOptions,
  signal: AbortSignal,
): Promise<SupervisedChild> {
  const { supervisorFile, stdin } = options;
  if (!existsSync(supervisorFile)) return notStarted(`${supervisorFile} is missing`);
  let input: ChildInput | undefined;
  try {
    if (stdin !== undefined) input = await writeChildInput(stdin);
    const waiting = await acquireSupervisor(supervisorFile, { signal });
    const first = launch(waiting, options, input);
    // An idle supervisor may have been killed before the request.
    if (!waiting.used || (await waiting.process.orKilled(first.begun, signal))) return first;
    return launch(await acquireSupervisor(supervisorFile, { signal, fresh: true }), options, input);
  } catch (error) {
    await input?.remove();
    return signal.aborted ? CANCELLED : notStarted((error as Error).message);
  }
}

/** Only the signal reports its end. */
const CANCELLED: SupervisedChild = {
  stdin: { write: () => undefined, end: () => undefined },
  outputs: [],
  ended: new Promise(() => undefined),
  endTree: () => Promise.resolve(0),
};

function notStarted(message: string): SupervisedChild {
  return { ...CANCELLED, ended: Promise.resolve({ type: 'noSupervisor', message }) };
}

interface Launched extends SupervisedChild {
  /** Resolves when the supervisor is about to start the child; false if it has ended instead. */
  readonly begun: Promise<boolean>;
}

function launch(
  supervisor: ReadySupervisor,
  { supervisorFile, order }: SupervisedOptions,
  input: ChildInput | undefined,
): Launched {
  const { process, used } = supervisor;
  const readers = openReaders(supervisor, order.merge);
  const watched = watch(supervisor);
  process.send({ ...order, ...(input && { input: input.path }) });
  const given = watched.given.then(async () => {
    readers?.letGo();
    // A child that an idle supervisor did not begin is launched again, with the same input.
    if (!used || (await watched.begun)) await input?.remove();
  });
  let isEnding = false;
  const sendInput = (text?: string): void => {
    // The supervisor may serve another child by then.
    if (!isEnding) process.send({ type: 'input', ...(text !== undefined && { text }) });
  };
  return {
    stdin: { write: sendInput, end: () => sendInput() },
    outputs: readers?.outputs ?? process.outputs,
    ended: watched.ended,
    begun: watched.begun,
    async endTree() {
      isEnding = true;
      const left = await endTree({ supervisor, watched, marker: order.marker });
      await given;
      if (left === 0 && !watched.isGone()) releaseSupervisor(supervisorFile, supervisor);
      return left;
    },
  };
}

interface Readers {
  readonly outputs: readonly Socket[];
  /** Lets the outputs end with the last process that writes to them. */
  letGo(): void;
}

/** Undefined where the outputs are inherited. Throws, and dismisses the supervisor, without descriptors. */
function openReaders({ process, pipes }: ReadySupervisor, merge: boolean): Readers | undefined {
  if (pipes === undefined) return undefined;
  const opened: OpenReader[] = [];
  try {
    for (const path of merge ? [pipes.output] : [pipes.output, pipes.error])
      opened.push(openReader(path));
  } catch (error) {
    for (const { readFd, holdFd } of opened) for (const fd of [readFd, holdFd]) closeSync(fd);
    process.dismiss();
    throw error;
  }
  return {
    outputs: opened.map(({ readFd: fd }) => new Socket({ fd, readable: true, writable: false })),
    letGo: () => {
      for (const { holdFd } of opened) closeSync(holdFd);
    },
  };
}

interface Watched {
  readonly begun: Promise<boolean>;
  /** Resolves when the child has its streams or cannot get them. */
  readonly given: Promise<void>;
  readonly ended: Promise<ChildEnd>;
  /**
   * Resolves when its tree has ended, with the number of remaining processes; undefined if the
   * supervisor has ended instead.
   */
  readonly treeEnded: Promise<number | undefined>;
  root(): RootProcess | undefined;
  isGone(): boolean;
}

function watch({ process }: ReadySupervisor): Watched {
  let root: RootProcess | undefined;
  let gone = false;
  const [begun, given] = [deferred<boolean>(), deferred<undefined>()];
  const [ended, treeEnded] = [deferred<ChildEnd>(), deferred<number | undefined>()];
  process.listen((report) => {
    if (report.type === 'starting') begun.resolve(true);
    else if (report.type === 'ended') treeEnded.resolve(report.left);
    else given.resolve(undefined);
    if (report.type === 'started') root = report.root;
    if (report.type === 'exit' || report.type === 'couldNotStart') ended.resolve(report);
  });
  void process.gone.then(async () => {
    gone = true;
    begun.resolve(false);
    given.resolve(undefined);
    treeEnded.resolve(undefined);
    const wasStarting = await begun.promise;
    ended.resolve(
      wasStarting ? { type: 'lost' } : { type: 'noSupervisor', message: process.failure },
    );
  });
  return {
    ...{ begun: begun.promise, given: given.promise, ended: ended.promise },
    ...{ treeEnded: treeEnded.promise, root: () => root, isGone: () => gone },
  };
}

interface EndOptions {
  readonly supervisor: ReadySupervisor;
  readonly watched: Watched;
  readonly marker: string;
}

async function endTree({ supervisor, watched, marker }: EndOptions): Promise<number> {
  const { process } = supervisor;
  process.send({ type: 'end' });
  // A stopped supervisor does not answer, so we end it.
  const impatience = setTimeout(() => process.kill(), END_LIMIT_MS);
  const left = await watched.treeEnded;
  clearTimeout(impatience);
  const { subreaper } = process;
  return left ?? openTree({ root: watched.root(), subreaper, marker }).end();
}

/**
 * Entry point of `dist/supervisor.js`: starts children one after another, reports how each ends,
 * and ends a child's whole tree on request, or when the control channel closes because the runner
 * has ended for any reason.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { devNull } from 'node:os';
import { makePipeFiles, namePipeFolder, openWriter, removePipeFolder } from './pipeFiles';
import type { ProcessTree } from './processTree';
import {
  CONTROL_FD,
  createMessageReader,
  encodeMessage,
  INHERIT,
  OUTPUT_FDS,
  type Order,
  type PipeFiles,
  type Report,
} from './supervisorProtocol';
import { SUBREAPER_ARGUMENT } from './subreaper';
import { describeRoot, openTree, type RootProcess } from './systemProcesses';

/** Milliseconds after the child's end in which the runner may still drain its output. */
const DRAIN_LIMIT_MS = 2_000;
/** Milliseconds that the last report may take. */
const FAREWELL_MS = 500;

type StartOrder = Extract<Order, { type: 'start' }>;

// Ignores `pkill node`, which is meant for other processes.
process.title = 'devs-supervisor';

const inherits = process.argv.includes(INHERIT);
const subreaper = findSubreaper();
const control = new Socket({ fd: CONTROL_FD, readable: true, writable: true });
let pipes: PipeFiles | undefined;
let pipeFolder: string | undefined;
let current: Child | undefined;
let leaving = false;
let preparing: Promise<void>;

/** The process that adopts the orphans below this one; undefined where nothing does, or it was killed. */
function findSubreaper(): RootProcess | undefined {
  const named = process.argv.at(-1)?.split(SUBREAPER_ARGUMENT)[1];
  return Number(named) === process.ppid ? describeRoot(process.ppid) : undefined;
}

function report(message: Report): void {
  control.write(encodeMessage(message));
}

/** Creates the pipes of the next child while idle. */
async function prepare(): Promise<void> {
  if (!inherits) {
    pipeFolder = namePipeFolder();
    report({ type: 'makingPipes', folder: pipeFolder });
    pipes = await makePipeFiles(pipeFolder);
  }
  if (!leaving) report({ type: 'ready', ...(pipes && { pipes }) });
}

function removePipes(): void {
  if (pipeFolder !== undefined) removePipeFolder(pipeFolder);
  pipes = undefined;
}

/** The streams of a child, to be closed once it has them. */
function openStreams({ input, merge }: StartOrder): readonly number[] {
  const opened = [openSync(input ?? devNull, 'r')];
  if (pipes === undefined) return [...opened, ...OUTPUT_FDS];
  try {
    opened.push(openWriter(pipes.output));
    opened.push(openWriter(merge ? pipes.output : pipes.error));
    return opened;
  } catch (error) {
    for (const fd of opened) closeSync(fd);
    throw error;
  } finally {
    removePipes();
  }
}

/** A child from its start until its whole tree has ended. */
class Child {
  private process: ChildProcess | undefined;
  private tree: ProcessTree | undefined;
  private drained: NodeJS.Timeout | undefined;
  private ending: Promise<void> | undefined;

  start(order: StartOrder): void {
    report({ type: 'starting' });
    try {
      const streams = openStreams(order);
      try {
        this.spawn(order, streams);
      } finally {
        // The output must end when the last process of the tree closes it.
        for (const fd of streams) closeSync(fd);
      }
    } catch (error) {
      this.couldNotStart(error as NodeJS.ErrnoException);
    }
  }

  /** Passes on standard input; without a text closes it. */
  input(text: string | undefined): void {
    if (text === undefined) this.process?.stdin?.end();
    else this.process?.stdin?.write(text);
  }

  /** Ends the rest of the tree and reports it, once. */
  end(): Promise<void> {
    this.ending ??= this.endTree();
    return this.ending;
  }

  private spawn(order: StartOrder, streams: readonly number[]): void {
    const child = spawn(order.program, order.args, {
      cwd: order.cwd,
      env: order.env,
      stdio: order.isInteractive === true ? ['pipe', ...streams.slice(1)] : [...streams],
      detached: process.platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: order.verbatim,
    });
    child.once('error', (error) => this.couldNotStart(error));
    // A child that reads no more has ended, or will.
    child.stdin?.on('error', () => undefined);
    this.process = child;
    if (child.pid === undefined) return;
    const root = describeRoot(child.pid);
    this.tree = openTree({ root, subreaper, marker: order.marker });
    report({ type: 'started', root });
    child.once('exit', (code, signal) => this.exited(code, signal));
  }

  private couldNotStart({ code = '', message }: NodeJS.ErrnoException): void {
    report({ type: 'couldNotStart', code, message });
    void this.end();
  }

  private exited(code: number | null, signal: string | null): void {
    // Its tree ended before the system reported its own end: reports of the next child have begun.
    if (current !== this) return;
    this.tree?.rootEnded();
    report({ type: 'exit', code, signal });
    this.drained = setTimeout(() => void this.end(), DRAIN_LIMIT_MS).unref();
  }

  private async endTree(): Promise<void> {
    const left = (await this.tree?.end()) ?? 0;
    clearTimeout(this.drained);
    current = undefined;
    if (leaving) {
      leave(left);
      return;
    }
    report({ type: 'ended', left });
    // A supervisor whose streams were inherited, or that could not end its child, cannot be reused.
    if (inherits || left > 0) leave();
    else preparing = prepare();
  }
}

function start(order: StartOrder): void {
  current = new Child();
  current.start(order);
}

/** Ends everything, this process included. */
function quit(): void {
  if (leaving) return;
  leaving = true;
  if (current === undefined) leave();
  else void current.end();
}

/** Ends this process once its last report is out. */
function leave(left?: number): void {
  leaving = true;
  setTimeout(() => process.exit(0), FAREWELL_MS);
  const last = left === undefined ? '' : encodeMessage({ type: 'ended', left });
  void preparing.then(() => control.end(last, () => process.exit(0)));
}

const read = createMessageReader((message) => {
  const order = message as Order;
  if (order.type === 'start') start(order);
  // It may already have ended.
  else if (order.type === 'input') current?.input(order.text);
  else void current?.end();
});

process.on('exit', removePipes);
control.setEncoding('utf8');
control.on('data', read);
control.on('end', quit);
control.on('close', quit);
// The runner has ended; `close` follows.
control.on('error', () => undefined);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, quit);
preparing = prepare();

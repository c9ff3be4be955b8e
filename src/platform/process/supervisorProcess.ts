import { spawn, type ChildProcess } from 'node:child_process';
import type { Duplex, Readable } from 'node:stream';
import { deferred, type Deferred } from './deferred';
import { supervisorEnvironment } from './environment';
import { removePipeFolder } from './pipeFiles';
import type { Subreaper } from './subreaper';
import {
  createMessageReader,
  encodeMessage,
  INHERIT,
  type Order,
  type PipeFiles,
  type Report,
} from './supervisorProtocol';
import { describeRoot, type RootProcess } from './systemProcesses';

/** Milliseconds in which a supervisor must be ready. */
const READY_LIMIT_MS = 30_000;

export interface SupervisorOptions {
  /** Its only child inherits its outputs; otherwise it makes pipes. */
  readonly inherit: boolean;
  /** Adopts the orphans of its children; absent where nothing can. */
  readonly subreaper: Subreaper | undefined;
}

/** A supervisor from the runner's view: it serves children one after another until it ends. */
export class SupervisorProcess {
  /** Resolves when the process has ended. */
  readonly gone: Promise<void>;
  /** Why it could not be started. */
  failure = 'it ended at once';
  private readonly control: Duplex;
  private next: Deferred<{ readonly pipes?: PipeFiles } | undefined> = deferred();
  private listener: (report: Report) => void = () => undefined;

  /** Starts the process. Throws where the system has no descriptors left. */
  constructor(file: string, { inherit, subreaper }: SupervisorOptions) {
    const streams = inherit ? (['pipe', 'pipe'] as const) : [];
    const own = [file, ...(inherit ? [INHERIT] : [])];
    const { program, args } = subreaper ?? { program: process.execPath, args: [] };
    const command = subreaper === undefined ? own : [process.execPath, ...own];
    this.process = spawn(program, [...args, ...command], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', ...streams],
      env: supervisorEnvironment(process.env),
      // Its own session: neither Ctrl-C nor a closing terminal reaches it.
      detached: true,
      windowsHide: true,
    });
    // Typed as five streams at most, and absent when the system has no descriptors left.
    const stdio = this.process.stdio as unknown as readonly unknown[] | undefined;
    if (stdio === undefined) {
      // Reported as an event, too, which must not go unhandled.
      this.process.on('error', () => undefined);
      throw new Error('too many open files');
    }
    this.control = stdio[3] as Duplex;
    this.outputs = stdio.slice(4) as Readable[];
    const { pid } = this.process;
    if (subreaper !== undefined && pid !== undefined) this.subreaper = describeRoot(pid);
    this.gone = this.watch();
  }

  /** The subreaper where there is one, else the supervisor. */
  private readonly process: ChildProcess;
  /** Adopts the orphans of the child; undefined where nothing does. */
  readonly subreaper: RootProcess | undefined;
  /** Standard output and error that its only child inherits; none where it makes pipes. */
  readonly outputs: readonly Readable[];

  /**
   * Resolves when the next child can be started, with its pipes if there are any; undefined when the
   * process is gone, killed because it took too long, or dismissed because `signal` aborted. Never
   * rejects.
   */
  async ready(signal: AbortSignal): Promise<{ readonly pipes?: PipeFiles } | undefined> {
    const cancelled = deferred<undefined>();
    const timer = setTimeout(() => this.kill(), READY_LIMIT_MS);
    const cancel = (): void => {
      // Killed now it could leave the pipes that it is making.
      this.dismiss();
      this.keepAlive(false);
      timer.unref();
      cancelled.resolve(undefined);
    };
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    const ready = await Promise.race([this.next.promise, cancelled.promise]);
    signal.removeEventListener('abort', cancel);
    if (!signal.aborted) clearTimeout(timer);
    return ready;
  }

  /** Kills the process when `awaited` takes too long, or `signal` aborts meanwhile. */
  async orKilled<T>(awaited: Promise<T>, signal: AbortSignal): Promise<T> {
    const kill = (): void => this.kill();
    const timer = setTimeout(kill, READY_LIMIT_MS);
    signal.addEventListener('abort', kill, { once: true });
    if (signal.aborted) kill();
    try {
      return await awaited;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', kill);
    }
  }

  /** Reports about the child go to `listener` from now on. */
  listen(listener: (report: Report) => void): void {
    this.listener = listener;
  }

  send(order: Order): void {
    if (!this.control.writable) return;
    if (order.type === 'start') this.next = deferred();
    this.control.write(encodeMessage(order));
  }

  /** Lets this process end while the supervisor waits, or not. */
  keepAlive(keep: boolean): void {
    const control = this.control as Duplex & { ref(): void; unref(): void };
    for (const handle of [this.process, control])
      if (keep) handle.ref();
      else handle.unref();
  }

  /** Lets it end by itself; its child's tree has ended. */
  dismiss(): void {
    this.control.end();
  }

  kill(): void {
    if (this.subreaper === undefined) {
      this.process.kill('SIGKILL');
      return;
    }
    // It kills the supervisor, and stays as long as there are orphans to find by it.
    this.process.kill('SIGTERM');
    this.process.kill('SIGCONT');
  }

  private async watch(): Promise<void> {
    const gone = deferred<undefined>();
    let pipeFolder: string | undefined;
    const read = createMessageReader((message) => {
      const report = message as Report;
      if (report.type === 'makingPipes') pipeFolder = report.folder;
      else if (report.type === 'ready') this.next.resolve(report);
      else this.listener(report);
    });
    this.control.setEncoding('utf8');
    this.control.on('data', read);
    // The supervisor is ending; its end is awaited below.
    this.control.on('error', () => undefined);
    this.process.once('error', ({ message }) => {
      this.failure = message;
      gone.resolve(undefined);
    });
    this.process.once('exit', () => {
      // Its last lines may still be on their way.
      if (this.control.closed) gone.resolve(undefined);
      else this.control.once('close', () => gone.resolve(undefined));
    });
    // A subreaper waits for orphans longer than the supervisor does.
    if (this.subreaper !== undefined) this.control.once('close', () => gone.resolve(undefined));
    await gone.promise;
    // Orphans that could not be ended keep a subreaper, not this process.
    this.process.unref();
    this.next.resolve(undefined);
    // One that was killed leaves the pipes that it made, or was making, for the next child.
    if (pipeFolder !== undefined) removePipeFolder(pipeFolder);
  }
}

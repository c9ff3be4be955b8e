import { havePipeFiles } from './pipeFiles';
import { findSubreaper } from './subreaper';
import { SupervisorProcess } from './supervisorProcess';
import type { PipeFiles } from './supervisorProtocol';

/** Milliseconds after which an idle supervisor is ended. */
const IDLE_MS = 30_000;

/** An idle supervisor that can start a child. */
export interface ReadySupervisor {
  readonly process: SupervisorProcess;
  /** Pipes of the child; absent: it inherits the outputs of the supervisor. */
  readonly pipes?: PipeFiles;
  /** True when it has had a child before, and so may have been killed by one. */
  readonly used: boolean;
}

interface AcquireOptions {
  /** Aborts waiting for it. */
  readonly signal: AbortSignal;
  /** Only one that has had no child. */
  readonly fresh?: boolean;
}

/** Idle supervisors, at most one for each file. */
const idle = new Map<string, SupervisorProcess>();

/**
 * Gets a supervisor that can start a child: the idle one, or a new one if there is none or `fresh`
 * is set. Starting a process is slow in a process with a large memory, such as the extension host.
 * Rejects if none can be started.
 */
export async function acquireSupervisor(
  file: string,
  { signal, fresh = false }: AcquireOptions,
): Promise<ReadySupervisor> {
  const waiting = fresh ? undefined : idle.get(file);
  const inherit = process.platform === 'win32';
  if (waiting === undefined) return await startSupervisor(file, { signal, inherit });
  idle.delete(file);
  waiting.keepAlive(true);
  const ready = await waiting.ready(signal);
  if (ready?.pipes !== undefined && havePipeFiles(ready.pipes))
    return { process: waiting, ...ready, used: true };
  waiting.dismiss();
  signal.throwIfAborted();
  return await acquireSupervisor(file, { signal, fresh: true });
}

/** Returns a supervisor whose child's tree has ended. */
export function releaseSupervisor(file: string, { process, pipes }: ReadySupervisor): void {
  if (pipes === undefined || idle.has(file)) {
    process.dismiss();
    return;
  }
  idle.set(file, process);
  process.keepAlive(false);
  const forget = (): void => {
    if (idle.get(file) === process) idle.delete(file);
  };
  setTimeout(() => {
    if (idle.get(file) === process) process.dismiss();
    forget();
  }, IDLE_MS).unref();
  void process.gone.then(forget);
}

async function startSupervisor(
  file: string,
  { signal, inherit }: { readonly signal: AbortSignal; readonly inherit: boolean },
): Promise<ReadySupervisor> {
  const subreaper = await findSubreaper();
  const process = new SupervisorProcess(file, { inherit, subreaper });
  const ready = await process.ready(signal);
  if (ready === undefined) throw new Error(process.failure);
  if (inherit || ready.pipes !== undefined) return { process, ...ready, used: false };
  process.dismiss();
  return await startSupervisor(file, { signal, inherit: true });
}

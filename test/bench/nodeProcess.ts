import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';

const WITHIN_MS = 15_000;

/** What a node process is started with. */
export interface NodeStart {
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Time limit; 15 s when absent. */
  readonly withinMs?: number;
  /** Told of the process once it is started. */
  readonly onStarted?: (pid: number) => void;
}

/** A process was ended because its time was up. */
export class OutOfTime extends Error {}

/** How long a process lived and what it wrote to standard output. */
export interface NodeRun {
  readonly ms: number;
  readonly stdout: string;
}

/** The environment without what would change how fast node starts. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('NODE_'));
  return Object.fromEntries(own);
}

/** Runs node to its end; throws, with what it wrote, when it does not end well, and `OutOfTime` when not in time. */
export async function runNode({
  args,
  cwd,
  env,
  withinMs = WITHIN_MS,
  onStarted = () => undefined,
}: NodeStart): Promise<NodeRun> {
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...plainEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: withinMs,
    killSignal: 'SIGKILL',
    windowsHide: true,
  });
  if (child.pid !== undefined) onStarted(child.pid);
  const end = (): void => void child.kill('SIGKILL');
  process.prependOnceListener('exit', end);
  const written = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (written.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (written.stderr += chunk.toString()));
  let ms = 0;
  child.once('exit', () => (ms = performance.now() - began));
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  process.off('exit', end);
  if (code !== 0) {
    const said = `${written.stdout}${written.stderr}`.trim().slice(-2000);
    const Kind = performance.now() - began >= withinMs ? OutOfTime : Error;
    throw new Kind(`node ${args.join(' ')} ended with ${code ?? 'a signal'}: ${said}`);
  }
  return { ms, stdout: written.stdout };
}

import { randomUUID } from 'node:crypto';
import type { Command } from '../../model/task/task';
import { describeEnd, type ProcessEnd } from '../../model/turn/turn';
import { MASK_NOTHING, type SecretMask } from '../../ports/secretMask';
import { buildCommandLine, type CommandLine } from './commandLine';
import { thisPlatform } from './commandPlatform';
import { captureOutput, STDOUT_BYTES, type OutputCapture } from './outputCapture';
import type { PromptFiles } from './placeholders';
import { explainStartFailure, isMissing } from './startFailure';
import {
  startSupervised,
  type ChildEnd,
  type ChildStdin,
  type SupervisedChild,
} from './supervisedChild';
import { openTranscript, type Transcript, type TranscriptSpec } from './transcript';
import { MARKER_VARIABLE, markerValue } from './turnMarker';
import { deferred } from './deferred';
import { WorkTimer } from './workTimer';

/** Milliseconds after a program's end in which its last output may still arrive. */
const DRAIN_MS = 500;

/** A program to run until it ends. */
export interface ProcessSpec {
  readonly command: Command;
  /** Values of placeholders in the command. */
  readonly files?: PromptFiles;
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Text for standard input; without it the program reads from the null device. */
  readonly stdin?: string;
  /**
   * Called once when the program has been started, with its standard input, a pipe (`stdin` is then absent), and with
   * what adds a line to the transcript.
   */
  readonly onStarted?: (stdin: ChildStdin, addLine: (line: string) => void) => void;
  readonly timeoutMs: number;
  /** Called once with a function that lets the time limit stand still until the function that it returns is called. */
  readonly onTimer?: ((wait: () => () => void) => void) | undefined;
  readonly transcript?: TranscriptSpec;
  /** Standard output and error in one pipe, in exact order; `stdout` then holds both. */
  readonly merge?: boolean;
  /** Bytes of standard output that are kept, the last ones; 1 MB when absent. */
  readonly stdoutBytes?: number;
  /** Called with each chunk of standard output, always before the run is over. Must not throw. */
  readonly onStdout?: (chunk: Buffer) => void;
  /** Masks secrets in everything that comes back and is written; absent: nothing is masked. */
  readonly mask?: SecretMask | undefined;
  /** `dist/supervisor.js`. */
  readonly supervisorFile: string;
  /** Unique id that marks the tree; a random one when absent. */
  readonly marker?: string;
}

/** End and output of a program. */
export interface ProcessOutcome {
  readonly end: ProcessEnd;
  /** Standard output, its last MB (or `stdoutBytes`) at most. */
  readonly stdout: string;
  /** The end of standard error, 4 KB at most. */
  readonly errorTail: string;
  /** The end of both in order of arrival, 4 KB at most. */
  readonly outputTail: string;
  readonly durationMs: number;
  /** Whether a complete transcript was written. */
  readonly transcriptWritten: boolean;
}

/**
 * Runs a program under a supervisor. Resolves when it and all processes that it started have ended:
 * by themselves, at the time limit, or immediately when `signal` aborts. Never rejects.
 */
export async function runProcess(spec: ProcessSpec, signal: AbortSignal): Promise<ProcessOutcome> {
  const startedAt = performance.now();
  if (signal.aborted) return nothingRan({ kind: 'cancelled' });
  const { env, cwd } = spec;
  const platform = thisPlatform(env, cwd);
  const built = buildCommandLine(spec.command, { files: spec.files ?? {}, platform });
  if (!built.ok) return nothingRan({ kind: 'couldNotStart', message: built.message });

  const child = await startSupervised(supervisedOptions(spec, built.line), signal);
  const { stdoutBytes = STDOUT_BYTES, onStdout, mask = MASK_NOTHING } = spec;
  const transcript = spec.transcript && openMaskedTranscript(spec.transcript, mask);
  const capture = captureOutput(child.outputs, { transcript, stdoutBytes, onStdout, mask });
  spec.onStarted?.(child.stdin, (line) => transcript?.addLine(mask.text(line)));
  const { timeoutMs, onTimer } = spec;
  const first = await awaitFirst(child.ended, { signal, timeoutMs, onTimer });
  const left = await cleanUp({ child, capture, first, signal });

  const end = describe(first.type === 'lost' ? lostOrCancelled(signal) : first, {
    spec,
    program: built.line.program,
  });
  const durationMs = Math.round(performance.now() - startedAt);
  const footer = `${describeEnd(end)} after ${durationMs} ms${left > 0 ? `, ${left} processes could not be ended` : ''}`;
  const transcriptWritten = (await transcript?.close(footer)) ?? false;
  return {
    end,
    stdout: capture.stdout.text(),
    errorTail: capture.stderr.lines(),
    outputTail: capture.combined.lines(),
    durationMs,
    transcriptWritten,
  };
}

function openMaskedTranscript({ file, header }: TranscriptSpec, mask: SecretMask): Transcript {
  return openTranscript({ file, header: mask.text(header) });
}

function supervisedOptions(spec: ProcessSpec, line: CommandLine) {
  const id = spec.marker ?? randomUUID();
  const marker = markerValue(spec.env[MARKER_VARIABLE], id);
  const env = { ...spec.env, [MARKER_VARIABLE]: marker };
  return {
    supervisorFile: spec.supervisorFile,
    order: {
      ...line,
      type: 'start',
      ...{ cwd: spec.cwd, env, marker: id, merge: spec.merge ?? false },
      ...(spec.onStarted && ({ isInteractive: true } as const)),
    },
    stdin: spec.stdin,
  } as const;
}

interface EndedChild {
  readonly child: SupervisedChild;
  readonly capture: OutputCapture;
  readonly first: ChildEnd | Interruption;
  readonly signal: AbortSignal;
}

async function cleanUp({ child, capture, first, signal }: EndedChild): Promise<number> {
  if (first.type === 'exit' && !signal.aborted) await capture.settled(DRAIN_MS);
  const left = await child.endTree();
  await capture.completed(DRAIN_MS);
  capture.stop();
  return left;
}

function describe(
  first: ChildEnd | Interruption,
  { spec, program }: { readonly spec: ProcessSpec; readonly program: string },
): ProcessEnd {
  switch (first.type) {
    case 'exit':
      return first.signal === null
        ? { kind: 'exit', code: first.code ?? 0 }
        : { kind: 'signal', signal: first.signal };
    case 'couldNotStart': {
      const path = spec.env['PATH'] ?? '';
      const message = explainStartFailure({ ...first, program, cwd: spec.cwd, path });
      const missing = isMissing({ ...first, program, cwd: spec.cwd, path });
      return { kind: 'couldNotStart', message, ...(missing && { missing: program }) };
    }
    case 'noSupervisor':
      return { kind: 'couldNotStart', message: `its supervisor did not start: ${first.message}` };
    case 'lost':
      // The end of the supervisor made us stop the program.
      return { kind: 'signal', signal: 'SIGKILL' };
    case 'timeout':
      return { kind: 'timeout', limitMs: spec.timeoutMs };
    case 'cancelled':
      return { kind: 'cancelled' };
    default:
      return first satisfies never;
  }
}

/** A supervisor that is still starting is killed when its run is cancelled. */
function lostOrCancelled({ aborted }: AbortSignal): ChildEnd | Interruption {
  return aborted ? { type: 'cancelled' } : { type: 'lost' };
}

function nothingRan(end: ProcessEnd): ProcessOutcome {
  const nothing = { stdout: '', errorTail: '', outputTail: '' };
  return { end, ...nothing, durationMs: 0, transcriptWritten: false };
}

/** Why a program is stopped before it exits. */
type Interruption = { readonly type: 'timeout' } | { readonly type: 'cancelled' };

/** Resolves with the first of `ended`, the time limit, or the abort of `signal`. */
export async function awaitFirst<T>(
  ended: Promise<T>,
  {
    signal,
    timeoutMs,
    onTimer,
  }: Pick<ProcessSpec, 'timeoutMs' | 'onTimer'> & { readonly signal: AbortSignal },
): Promise<T | Interruption> {
  const interrupted = deferred<Interruption>();
  const cancel = (): void => interrupted.resolve({ type: 'cancelled' });
  const timer = new WorkTimer(timeoutMs, () => interrupted.resolve({ type: 'timeout' }));
  onTimer?.(() => timer.wait());
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  const first = await Promise.race([ended, interrupted.promise]);
  timer.stop();
  signal.removeEventListener('abort', cancel);
  return first;
}

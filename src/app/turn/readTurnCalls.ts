import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Step } from '../../model/steps/step';
import { readRecording } from '../../platform/recordings/readRecording';

/** One call of an agent in a turn, as its transcript shows it. */
export interface TurnCall {
  /** Absolute path of the transcript. */
  readonly file: string;
  /** Which call of the turn, such as "03-coder"; '' for its only one. */
  readonly name: string;
  /** In order, with ascending numbers. */
  readonly steps: readonly Step[];
  /** Problems of the transcript; the rest of it was read. One sentence each. */
  readonly problems: readonly string[];
  /** What the agent printed, of an agent whose output shows no steps; at most the last `MAX_OUTPUT` bytes. */
  readonly output?: string;
}

/** Bytes of an output without steps that are read, the last ones. */
const MAX_OUTPUT = 200_000;
/** Problems that are named of one transcript. */
const MAX_PROBLEMS = 20;
/** Lines that Devs adds to a transcript. */
const ADDED = /^\[devs\] .*(?:\n|$)/gm;
const NAME = /^[^.]+\.([^.]+)\.agent\.log$/;

/** Reads the transcripts of a turn, also of one that still runs. Never rejects: what cannot be read is a problem. */
export async function readTurnCalls(
  files: readonly string[],
  signal?: AbortSignal,
): Promise<readonly TurnCall[]> {
  const calls: TurnCall[] = [];
  for (const file of files) calls.push(await readCall(file, signal));
  return calls;
}

async function readCall(file: string, signal: AbortSignal | undefined): Promise<TurnCall> {
  const name = NAME.exec(basename(file))?.[1] ?? '';
  const steps: Step[] = [];
  const problems: string[] = [];
  let isText = false;
  const options = { pipes: false, ...(signal && { signal }) };
  for await (const item of readRecording(file, options)) {
    if (item.kind === 'run') steps.push(...item.run.steps);
    else if (item.problem.unknownFormat === true) isText = true;
    else problems.push(describeProblem(item.problem));
  }
  const left = problems.length - MAX_PROBLEMS;
  const shown = problems.slice(0, MAX_PROBLEMS);
  const output = isText || steps.length === 0 ? await readOutput(file) : '';
  return {
    ...{ file, name, steps },
    problems: left > 0 ? [...shown, `… and ${left} more problems.`] : shown,
    ...(output === '' ? {} : { output }),
  };
}

function describeProblem({ line, message }: { line?: number; message: string }): string {
  return line === undefined ? message : `Line ${line} of the transcript: ${message}`;
}

/** The end of a transcript without what Devs added; '' for none. */
async function readOutput(file: string): Promise<string> {
  try {
    const handle = await open(file);
    try {
      const { size } = await handle.stat();
      const from = Math.max(0, size - MAX_OUTPUT);
      const { buffer, bytesRead } = await handle.read({
        buffer: Buffer.alloc(Math.min(size, MAX_OUTPUT)),
        position: from,
      });
      return buffer.subarray(0, bytesRead).toString().replace(ADDED, '').trim();
    } finally {
      await handle.close();
    }
  } catch {
    return '';
  }
}

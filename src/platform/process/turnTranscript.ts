import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Command } from '../../model/task/task';
import type { TranscriptSpec } from './transcript';

const LONGEST_NAME = 80;
/** Names that Windows keeps for devices, with or without an extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** One transcript of a turn: which, and what its header says. */
export interface TurnTranscriptOptions {
  /** State directory. */
  readonly directory: string;
  readonly taskId: string;
  /** Has no dot: in the name of the file it ends at the first one. */
  readonly turnId: string;
  /** Which call of the turn; absent: its only one. */
  readonly call?: string | undefined;
  readonly part: 'agent' | 'verify';
  readonly command: Command;
  readonly cwd: string;
}

/** `name`: path in the state directory with `/`, as it is stored. */
export interface TurnTranscript extends TranscriptSpec {
  readonly name: string;
}

/**
 * Path and header of a turn's transcript. The header shows the command as the user configured it,
 * never an environment.
 */
export function turnTranscript(options: TurnTranscriptOptions): TurnTranscript {
  const { directory, taskId, turnId, call, part, command, cwd } = options;
  // Names of agents, which may stand in it, can have dots.
  const of = call === undefined ? '' : `.${safeFileName(call.replaceAll('.', '_'))}`;
  const name = `transcripts/${safeFileName(taskId)}/${safeFileName(turnId)}${of}.${part}.log`;
  const shown = typeof command === 'string' ? command : JSON.stringify(command);
  const header = [
    `[devs] command: ${shown}`,
    `[devs] directory: ${cwd}`,
    `[devs] started: ${new Date().toISOString()}`,
  ];
  return { name, file: join(directory, name), header: `${header.join('\n')}\n\n` };
}

/**
 * A file name for any text: the text itself if it is valid on every system, else with a hash that
 * makes it unique.
 */
export function safeFileName(text: string): string {
  const safe = text.replace(/[^A-Za-z0-9._-]/g, '_');
  const usable =
    safe === text &&
    text.length <= LONGEST_NAME &&
    /^[^.].*[^.]$|^[^.]$/.test(text) &&
    !DEVICE.test(text);
  if (usable) return text;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return `_${safe.slice(0, LONGEST_NAME)}-${hash}`;
}

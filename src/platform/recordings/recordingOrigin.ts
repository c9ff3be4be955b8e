import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import type { RecordingOrigin } from '../../model/steps/replayedRun';
import type { AgentHistory } from './listSessions';

/** Bytes that hold the header of a turn's transcript. */
const HEADER_BYTES = 4_096;

/**
 * The agent that a recording is of, by the header of a turn's transcript or the agent's own folder, and when it began,
 * else when it was last written. Empty for what is no plain file. Never rejects.
 */
export async function readOrigin(
  file: string,
  histories: readonly AgentHistory[],
): Promise<RecordingOrigin> {
  try {
    const found = await stat(file);
    if (!found.isFile()) return {};
    const header = await readHeader(file);
    const own = histories.find(({ folder }) => file.startsWith(folder + path.sep))?.agent;
    const agent = programOf(header) ?? own;
    const started = /^\[devs\] started: (\S+)$/m.exec(header)?.[1] ?? '';
    const at = Number.isNaN(Date.parse(started)) ? found.mtime.toISOString() : started;
    return { ...(agent === undefined ? {} : { agent }), at };
  } catch {
    return {};
  }
}

/** The program of the command in a transcript's header. */
function programOf(header: string): string | undefined {
  const command = /^\[devs\] command: (.+)$/m.exec(header)?.[1];
  if (command === undefined) return undefined;
  const first = /^\["((?:[^"\\]|\\.)*)"/.exec(command)?.[1] ?? command.split(' ')[0] ?? '';
  return first.split(/[\\/]/).at(-1) || undefined;
}

async function readHeader(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    const text = buffer.toString('utf8', 0, bytesRead);
    return text.startsWith('[devs] ') ? text : '';
  } finally {
    await handle.close();
  }
}

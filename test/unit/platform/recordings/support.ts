import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRecording } from '../../../../src/platform/recordings/readRecording';
import type {
  RecordedRun,
  RecordingItem,
  RecordingProblem,
} from '../../../../src/model/steps/replayedRun';

export const FIXTURES = join(__dirname, '../../../fixtures/recordings');

/** All that a recording holds. */
export interface Read {
  readonly items: readonly RecordingItem[];
  readonly runs: readonly RecordedRun[];
  readonly problems: readonly RecordingProblem[];
}

/** Reads a file to its end. */
export async function readAll(file: string): Promise<Read> {
  const items: RecordingItem[] = [];
  for await (const item of readRecording(file)) items.push(item);
  return {
    items,
    runs: items.flatMap((item) => (item.kind === 'run' ? [item.run] : [])),
    problems: items.flatMap((item) => (item.kind === 'problem' ? [item.problem] : [])),
  };
}

/** A folder for the files of one test. */
export class Scratch {
  readonly folder = mkdtempSync(join(tmpdir(), 'devs-recordings-'));

  /** Writes a file there and reads it. */
  async read(content: string | Buffer, name = 'recording.jsonl'): Promise<Read> {
    return await readAll(this.write(content, name));
  }

  write(content: string | Buffer, name = 'recording.jsonl'): string {
    const file = join(this.folder, name);
    writeFileSync(file, content);
    return file;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Values as JSON lines. */
export function lines(...values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

/** A run of the recorded-run format with so many steps. */
export function aRun(id: string, steps = 2): object {
  return {
    id,
    steps: Array.from({ length: steps }, (_, i) => {
      return { i, tool: 'bash', args: `echo ${i}`, obs: `${i}`, thought: '', err: false };
    }),
  };
}

import type { RecordingItem } from '../../../src/domain/replay';
import { recordedLines } from '../recordedLines';

interface RawStep {
  readonly i?: number;
  readonly tool?: string;
  readonly args?: string;
  readonly obs?: string;
  readonly thought?: string;
  readonly err?: boolean;
}

/** The runs in a file of JSON lines, one a line. */
export async function* readJsonLines(file: string): AsyncGenerator<RecordingItem, void, void> {
  for (const line of await recordedLines(file)) {
    const { id, steps } = JSON.parse(line) as { id: string; steps: readonly RawStep[] };
    const read = steps.map(({ i, tool, args, obs, thought, err }, index) => ({
      number: i ?? index,
      tool: tool ?? '',
      args: args ?? '',
      result: obs ?? '',
      thought: thought ?? '',
      ...(err === undefined ? {} : { error: err }),
    }));
    yield { kind: 'run', run: { id, file, steps: read } };
  }
}

import { equal } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFailure } from '../../../../../src/platform/guard/agents/codexRollout';

/** A line of a rollout as Codex 0.169 writes it when a command has ended. */
function ended(id: string, exit: number | null, output = ''): string {
  const item = { type: 'CommandExecution', id, aggregated_output: output, exit_code: exit };
  return `${JSON.stringify({ type: 'event_msg', payload: { type: 'item_completed', item } })}\n`;
}

describe('how a command of Codex ended', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'devs-rollout-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function read(content: string | Buffer, call = 'exec-2'): boolean | undefined {
    const file = join(folder, 'rollout.jsonl');
    writeFileSync(file, content);
    return readFailure(file, call);
  }

  it('is read from the record of its own call', () => {
    const rollout = ended('exec-1', 0) + ended('exec-2', 3) + ended('exec-3', 0);
    equal(read(rollout), true);
    equal(read(rollout, 'exec-3'), false);
    equal(read(rollout, 'exec-4'), undefined);
  });

  it('is found before other records and behind a long output', () => {
    const other = `${JSON.stringify({ payload: { text: 'CommandExecution exec-2' } })}\n`;
    equal(read('x'.repeat(3_000_000) + '\n' + ended('exec-2', 1) + other.repeat(100)), true);
    equal(read(ended('exec-2', 1, 'y'.repeat(1_000_000))), true);
  });

  it('is unknown where the record tells none, is cut off, or is no JSON', () => {
    equal(read(ended('exec-2', null)), undefined);
    equal(read(ended('exec-2', 1).slice(0, -20)), undefined);
    equal(read('CommandExecution exec-2'), undefined);
    equal(read(Buffer.from([0xff, 0xfe, 0x0a, 0x00])), undefined);
    equal(read(''), undefined);
  });

  it('is unknown without a file to read', () => {
    equal(readFailure(join(folder, 'none.jsonl'), 'exec-2'), undefined);
    equal(readFailure('rollout.jsonl', 'exec-2'), undefined);
    equal(readFailure(undefined, 'exec-2'), undefined);
    equal(readFailure(join(folder, 'none.jsonl'), undefined), undefined);
    mkdirSync(join(folder, 'folder'));
    equal(readFailure(join(folder, 'folder'), 'exec-2'), undefined);
  });

  if (process.platform !== 'win32')
    it('is unknown, at once, where a pipe is named', () => {
      const pipe = join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      equal(readFailure(pipe, 'exec-2'), undefined);
    });
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GuardedAgent } from '../../../../src/model/guard/guardedAgent';
import { findInterrupt } from '../../../../src/platform/guard/findInterrupt';

const SINCE = '2026-11-28T10:00:00.000Z';
const UNTIL = '2026-11-28T11:00:00.000Z';
const at = (minute: number): string => `2026-11-28T10:${String(minute).padStart(2, '0')}:00.000Z`;

const user = (timestamp: string, content: unknown, more: object = {}): object => ({
  ...{ type: 'user', timestamp, isSidechain: false, message: { role: 'user', content } },
  ...more,
});
const says = (text: string): readonly object[] => [{ type: 'text', text }];
const interrupt = (timestamp: string, more?: object): object =>
  user(timestamp, says('[Request interrupted by user for tool use]'), more);
const works = (timestamp: string): object => ({
  ...{ type: 'assistant', timestamp, message: { role: 'assistant', content: says('On it.') } },
});
const refused = (timestamp: string): object =>
  user(timestamp, [{ type: 'tool_result', content: 'The tool use was rejected' }]);

describe('an interrupt in the recording of an agent', () => {
  const folder = mkdtempSync(join(tmpdir(), 'devs-recording-'));
  const recording = join(folder, 'recording.jsonl');
  after(() => rmSync(folder, { recursive: true, force: true }));

  const find = (lines: readonly (object | string)[], agent: GuardedAgent = 'claude') => {
    const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
    writeFileSync(recording, `${text.join('\n')}\n`);
    return findInterrupt({ agent, recording, since: SINCE, until: UNTIL });
  };

  it('of Claude Code is found, in the middle of a call and while the model answers', () => {
    assert.equal(find([works(at(1)), refused(at(2)), interrupt(at(3))]), at(3));
    const thinking = user(at(3), says('[Request interrupted by user]'));
    assert.equal(find([works(at(1)), thinking, { type: 'file-history-snapshot' }]), at(3));
  });

  it('of Codex is found', () => {
    const line = (type: string, payload: object): object => ({ timestamp: at(3), type, payload });
    const aborted = line('event_msg', { type: 'turn_aborted', reason: 'interrupted' });
    const call = line('response_item', { type: 'custom_tool_call', name: 'exec' });
    const told = line('response_item', { type: 'message', role: 'developer', content: [] });
    assert.equal(find([call, told, aborted], 'codex'), at(3));
    assert.equal(find([aborted, told, call], 'codex'), undefined);
    const replaced = line('event_msg', { type: 'turn_aborted', reason: 'replaced' });
    assert.equal(find([call, replaced], 'codex'), undefined);
  });

  it('is over once the agent works on', () => {
    assert.equal(find([interrupt(at(3)), works(at(4))]), undefined);
    assert.equal(find([interrupt(at(3)), refused(at(4))]), undefined);
  });

  it('belongs to the turn of the prompt, not to one before or after it', () => {
    assert.equal(find([interrupt('2026-11-28T09:59:59.000Z')]), undefined);
    assert.equal(find([interrupt(at(3)), works('2026-11-28T11:30:00.000Z')]), at(3));
    assert.equal(find([works(at(2)), interrupt('2099-01-01T00:00:00.000Z')]), undefined);
  });

  it('is not what a prompt, a sub-agent or a file with other content says', () => {
    assert.equal(find([works(at(1)), user(at(3), '[Request interrupted by user]')]), undefined);
    assert.equal(find([works(at(1)), interrupt(at(3), { isSidechain: true })]), undefined);
    const wrong = ['{"type":"user"', 'null', '[[[', { timestamp: 7, message: [] }, { message: 1 }];
    assert.equal(find(wrong), undefined);
    assert.equal(find([interrupt(at(3), { timestamp: 'soon' })]), undefined);
    assert.equal(find([interrupt(at(3)), ...wrong]), at(3));
  });

  it('is looked for at the end of a recording of any size', () => {
    const long = user(at(1), [{ type: 'tool_result', content: 'x'.repeat(400_000) }]);
    assert.equal(find([long, interrupt(at(3))]), at(3));
    assert.equal(find([interrupt(at(3)), long]), undefined);
  });

  it('is not found where there is no file, and waits for no pipe', () => {
    const none = (file: string | undefined, agent: GuardedAgent = 'claude') =>
      findInterrupt({ agent, recording: file, since: SINCE, until: UNTIL });
    assert.equal(none(undefined), undefined);
    assert.equal(none(join(folder, 'missing')), undefined);
    assert.equal(none(folder), undefined);
    assert.equal(none('recording.jsonl'), undefined);
    find([interrupt(at(3))]);
    assert.equal(none(recording), at(3));
    assert.equal(none(recording, 'opencode'), undefined);
    if (process.platform === 'win32') return;
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    assert.equal(none(pipe), undefined);
  });
});

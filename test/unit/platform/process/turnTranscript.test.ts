import assert from 'node:assert/strict';
import fc from 'fast-check';
import { safeFileName, turnTranscript } from '../../../../src/platform/process/turnTranscript';
import { anyCodePoint } from '../../../support/anyCodePoint';

describe('the name of a transcript', () => {
  it('is the id where that can be a name on every system', () => {
    for (const id of ['add-login', 'a', 'T_1.2', 'x'.repeat(80)])
      assert.equal(safeFileName(id), id);
  });

  it('is made safe where it cannot', () => {
    for (const id of [
      '',
      '.',
      '..',
      '../x',
      'a/b',
      'a\\b',
      'con',
      'NUL.txt',
      'a.',
      '.a',
      'ü',
      'a:b',
      'a b',
      'x'.repeat(81),
    ]) {
      const name = safeFileName(id);
      assert.match(name, /^_[\w.-]{0,80}-[0-9a-f]{12}$/, id);
    }
  });

  it('stays one folder name and differs for different ids', () => {
    const id = fc.string({ unit: anyCodePoint, maxLength: 120 });
    fc.assert(
      fc.property(id, id, (one, other) => {
        assert.match(safeFileName(one), /^[\w-][\w.-]{0,99}$/);
        if (one !== other) assert.notEqual(safeFileName(one), safeFileName(other));
      }),
    );
  });

  it('stands with "/" in the state directory', () => {
    const transcript = turnTranscript({
      directory: '/state',
      taskId: 't/1',
      turnId: 'turn',
      part: 'verify',
      command: ['npm', 'test'],
      cwd: '/ws',
    });
    assert.match(transcript.name, /^transcripts\/_t_1-[0-9a-f]{12}\/turn\.verify\.log$/);
    assert.match(
      transcript.header,
      /^\[devs\] command: \["npm","test"\]\n\[devs\] directory: \/ws\n/,
    );
  });

  const ofCall = (call: string, part: 'agent' | 'verify' = 'agent') =>
    turnTranscript({
      ...{ directory: '/state', taskId: 't', turnId: 'turn', call, part },
      ...{ command: 'x', cwd: '/ws' },
    }).name;

  it('names the call where a turn has several', () => {
    assert.equal(ofCall('01-planner'), 'transcripts/t/turn.01-planner.agent.log');
    assert.equal(ofCall('04-verify', 'verify'), 'transcripts/t/turn.04-verify.verify.log');
  });

  it('has the turn before its first dot and is one file, whatever the call', () => {
    assert.equal(ofCall('02-gpt-5.1'), 'transcripts/t/turn.02-gpt-5_1.agent.log');
    const call = fc.oneof(fc.constantFrom('../../x', '', '.', 'con', 'a/b'), fc.string());
    fc.assert(
      fc.property(call, (text) => {
        assert.match(ofCall(text), /^transcripts\/t\/turn\.[\w-]{1,100}\.agent\.log$/);
      }),
    );
  });
});

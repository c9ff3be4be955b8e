import assert from 'node:assert/strict';
import fc from 'fast-check';
import { safeFileName, turnTranscript } from '../../../src/adapters/process/turnTranscript';

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
    const id = fc.string({ unit: 'binary', maxLength: 120 });
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
});

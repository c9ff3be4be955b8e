import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { captureOutput } from '../../../../src/platform/process/outputCapture';

const NEVER_MS = 1_000_000;

describe('taking in what a process prints', () => {
  it('is settled when both outputs have ended, without waiting for silence', async () => {
    const [out, err] = [new PassThrough(), new PassThrough()];
    const capture = captureOutput([out, err], { quietMs: NEVER_MS });
    const settled = capture.settled(NEVER_MS);
    out.end('late');
    err.end('later');
    await settled;
    assert.deepEqual([capture.stdout.text(), capture.stderr.text()], ['late', 'later']);
  });

  it('is settled by silence when somebody else keeps an output open, with all that came before', async () => {
    const out = new PassThrough();
    const capture = captureOutput([out], { quietMs: 5 });
    out.write('before');
    await capture.settled(NEVER_MS);
    assert.equal(capture.stdout.text(), 'before');
  });

  it('waits for silence anew whenever something comes', async () => {
    const out = new PassThrough();
    const capture = captureOutput([out], { quietMs: 60 });
    let pieces = 0;
    const writer = setInterval(() => {
      if (pieces < 20) out.write(`${++pieces} `);
    }, 1);
    await capture.settled(NEVER_MS);
    clearInterval(writer);
    assert.equal(pieces, 20);
  });

  it('is settled at the limit when an output neither ends nor pauses', async () => {
    const out = new PassThrough();
    const capture = captureOutput([out], { quietMs: NEVER_MS });
    const writer = setInterval(() => out.write('.'), 1);
    await capture.settled(20);
    clearInterval(writer);
    capture.stop();
    assert.ok(out.destroyed);
  });

  it('counts what came as the output when reading breaks off', async () => {
    const out = new PassThrough();
    const capture = captureOutput([out], { quietMs: NEVER_MS });
    out.once('data', () => out.destroy(new Error('broken')));
    out.write('begun');
    await capture.completed(NEVER_MS);
    assert.equal(capture.stdout.text(), 'begun');
  });

  it('is complete at once when there are no outputs', async () => {
    await captureOutput([], {}).completed(NEVER_MS);
  });
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { outlivesTerminal } from '../../../src/cli/terminal/hangup';

const status = (ignored: string): string =>
  `Name:\tsh\nSigBlk:\t0\nSigIgn:\t${ignored}\nSigCgt:\t1\n`;

describe('a process that is to outlive its terminal', () => {
  it('was started by nohup, wherever that lies', () => {
    for (const [command, expected] of [
      ['/usr/bin/nohup', true],
      ['nohup', true],
      ['/usr/local/bin/devs', false],
      ['/home/dev/nohup/devs', false],
    ] as const) {
      const told = { environment: { _: command }, parentStatus: undefined };
      assert.equal(outlivesTerminal(told), expected, command);
    }
  });

  it('was started by somebody who ignores SIGHUP, whatever else that ignores', () => {
    for (const [mask, expected] of [
      ['0000000000000001', true],
      ['0000000001001003', true],
      // An interactive bash ignores SIGTERM, SIGQUIT and stops, and its children do not.
      ['0000000000384004', false],
      ['0000000000000000', false],
    ] as const) {
      const told = { environment: {}, parentStatus: status(mask) };
      assert.equal(outlivesTerminal(told), expected, mask);
    }
  });

  it('is not believed to be one where nothing tells, or something else than a mask', () => {
    assert.equal(outlivesTerminal({ environment: {}, parentStatus: undefined }), false);
    fc.assert(
      fc.property(fc.string(), (text) => {
        const told = { environment: { _: 'devs' }, parentStatus: `SigIgn:\tx${text}` };
        return !outlivesTerminal(told) || /^SigIgn:/m.test(text);
      }),
    );
  });
});

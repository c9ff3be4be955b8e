import assert from 'node:assert/strict';
import {
  isHolding,
  isDead,
  assessLiveness,
  readEpochs,
  listSuperseded,
  placeOf,
  type ProcessIdentity,
} from '../../../../../src/platform/state/lease/leaseRules';
import { startInProc, startInPs } from '../../../../../src/platform/state/lease/operatingSystem';

const self: ProcessIdentity = {
  pid: 10,
  started: '500',
  host: 'desk',
  machine: 'desk 1',
  boot: 'boot-2',
  pidNamespace: 'pid:[1]',
};

describe('the rules of the lease', () => {
  it('let only the highest epoch hold, unless it was released', () => {
    assert.deepEqual(readEpochs([]), { highest: 0, released: false });
    assert.deepEqual(readEpochs(['9', '10', 'x.tmp', '08']), { highest: 10, released: false });
    assert.deepEqual(readEpochs(['9', '10.released']), { highest: 10, released: true });
    assert.equal(isHolding(['9', '10'], 10), true);
    assert.equal(isHolding(['9', '10'], 9), false);
    assert.equal(isHolding(['10', '10.released'], 10), false);
    assert.equal(isHolding(['10', '11.released'], 10), false);
  });

  it('remove only epochs well below the highest', () => {
    assert.deepEqual(listSuperseded(['1', '2.released', '6', '7', '10', 'x.tmp'], 10), [
      '1',
      '2.released',
      '6',
    ]);
  });

  it('ask the system about a process that can be seen from here', () => {
    assert.equal(assessLiveness({ ...self, pid: 11 }, self), 'unknown');
    assert.equal(isDead({ ...self, pid: 11 }, { kind: 'gone' }), true);
    assert.equal(isDead({ ...self, pid: 11 }, { kind: 'there', started: '500' }), false);
  });

  it('take another start time for another process with the same id', () => {
    assert.equal(isDead(self, { kind: 'there', started: '501' }), true);
    assert.equal(isDead(self, { kind: 'there', started: '' }), false);
    assert.equal(isDead({ ...self, started: '' }, { kind: 'there', started: '501' }), false);
  });

  it('know this process without asking', () => {
    assert.equal(assessLiveness(self, self), 'alive');
    assert.equal(assessLiveness({ ...self, started: '400' }, self), 'dead');
  });

  it('take everything from an earlier run of this computer for dead', () => {
    assert.equal(assessLiveness({ ...self, boot: 'boot-1' }, self), 'dead');
    assert.equal(
      assessLiveness({ ...self, boot: 'boot-1', pidNamespace: 'pid:[2]' }, self),
      'dead',
    );
  });

  it('count whoever cannot be seen from here as alive', () => {
    assert.equal(assessLiveness({ ...self, machine: 'lap 2', boot: 'boot-9' }, self), 'alive');
    assert.equal(assessLiveness({ ...self, pidNamespace: 'pid:[2]' }, self), 'alive');
    assert.equal(
      assessLiveness({ ...self, machine: 'lap 2', boot: '' }, { ...self, boot: '' }),
      'alive',
    );
  });

  it('tell where a holder is, as seen from here', () => {
    assert.equal(placeOf({ ...self, boot: 'boot-1' }, self), 'here');
    assert.equal(placeOf({ ...self, machine: 'renamed 1' }, self), 'here');
    assert.equal(placeOf({ ...self, pidNamespace: 'pid:[2]' }, self), 'otherContainer');
    assert.equal(placeOf({ ...self, machine: 'lap 2', boot: 'boot-9' }, self), 'otherComputer');
  });

  it('see the same computer by its run even after its name changed', () => {
    assert.equal(assessLiveness({ ...self, pid: 11, machine: 'renamed 1' }, self), 'unknown');
  });

  it('do without a run where the system tells none', () => {
    assert.equal(assessLiveness({ ...self, pid: 11, boot: '' }, { ...self, boot: '' }), 'unknown');
  });

  it('read the start time behind a program name with brackets and spaces', () => {
    const after = Array.from({ length: 40 }, (_, index) => String(index)).join(' ');
    assert.equal(startInProc(`12 (a) b) S ${after}`), '18');
    assert.equal(startInProc(`12 (a) Z ${after}`), 'zombie');
    assert.equal(startInProc(''), '');
  });

  it('read the start time in the answer of ps', () => {
    assert.equal(startInPs('Ss+  Sat Nov 21 23:21:38 2026\n'), 'Sat Nov 21 23:21:38 2026');
    assert.equal(startInPs('Z+   Sat Nov 21 23:21:38 2026'), 'zombie');
    assert.equal(startInPs(''), '');
  });
});

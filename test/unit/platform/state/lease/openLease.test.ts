import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { link } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  openLease,
  type Epoch,
  type Lease,
} from '../../../../../src/platform/state/lease/openLease';
import { leaseIn, Process, type Pause } from './leaseContenders';

describe('the lease', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'devs-lease-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  let hasLinks = true;
  beforeEach(() => {
    hasLinks = true;
  });
  const leaseOf = (process: Process, all: readonly Process[], pause?: Pause): Lease =>
    leaseIn({ directory, hasLinks }, process, all, pause);
  const taken = async (lease: Lease): Promise<Epoch> => {
    const attempt = await lease.acquire();
    assert.ok(attempt.ok);
    return attempt.epoch;
  };

  it('is refused while somebody has it, naming the holder, and free after the release', async () => {
    const [a, b] = [new Process(1), new Process(2)];
    const first = leaseOf(a, [a, b]);
    const second = leaseOf(b, [a, b]);
    const epoch = await taken(first);
    const holder = { pid: 1, who: 'terminal', host: 'desk', since: '1970-01-01T00:00:00.000Z' };
    assert.deepEqual(await second.acquire(), { ok: false, holder });
    assert.deepEqual(await first.acquire(), { ok: false, holder });
    assert.equal((await second.holder())?.pid, 1);
    epoch.release();
    epoch.release();
    assert.equal(epoch.isHeld(), false);
    assert.equal(await second.holder(), undefined);
    const next = await taken(second);
    epoch.release();
    assert.equal(next.isHeld(), true);
  });

  it('passes to the next when its holder died', async () => {
    const [a, b] = [new Process(1), new Process(2)];
    const epoch = await taken(leaseOf(a, [a, b]));
    a.die();
    assert.equal((await taken(leaseOf(b, [a, b]))).isHeld(), true);
    assert.equal(epoch.isHeld(), false);
  });

  it('is noticed as lost when its files are removed', async () => {
    const a = new Process(1);
    const epoch = await taken(leaseOf(a, [a]));
    rmSync(directory, { recursive: true });
    assert.equal(epoch.isHeld(), false);
    epoch.release();
    assert.equal(await leaseOf(a, [a]).holder(), undefined);
  });

  it('says which file is damaged and what to do', async () => {
    const a = new Process(1);
    for (const content of ['no record', '{"pid":1}', '\0x']) {
      writeFileSync(join(directory, '4'), content);
      await assert.rejects(leaseOf(a, [a]).acquire(), {
        name: 'StateError',
        message: /4 is damaged\. If no Devs runs here, delete that file/,
      });
    }
  });

  const recordOf = (process: Process): string =>
    JSON.stringify({ ...process.identity(), token: 't', who: 'window', since: 'then' });

  it('is free when its file was cut off at any place and nobody lives who could complete it', async () => {
    const [a, dead] = [new Process(1), new Process(2)];
    dead.die();
    const whole = recordOf(dead);
    const cuts = Array.from({ length: 30 }, (_, part) =>
      whole.slice(0, (whole.length * part) / 30),
    );
    for (const [index, cut] of [...cuts, '\0'.repeat(100), `${whole.slice(0, 60)}\0\0`].entries()) {
      rmSync(directory, { recursive: true });
      mkdirSync(directory);
      writeFileSync(join(directory, '4'), cut);
      // Its writer was killed before or after it removed its copy; another one in the middle of its own.
      if (index % 2 === 0) writeFileSync(join(directory, 't.tmp'), whole);
      writeFileSync(join(directory, 'u.tmp'), recordOf(a).slice(0, 50));
      const lease = leaseOf(a, [a, dead]);
      assert.equal(await lease.peekEpoch(), 0);
      assert.equal(await lease.holder(), undefined);
      const epoch = await taken(lease);
      assert.equal(epoch.number, 5);
      assert.equal(epoch.isHeld(), true);
    }
  });

  it('waits for a living process that is still filling its file, and names it', async () => {
    const [a, slow] = [new Process(1), new Process(2)];
    writeFileSync(join(directory, '4'), recordOf(slow).slice(0, 70));
    writeFileSync(join(directory, 't.tmp'), recordOf(slow));
    const lease = leaseOf(a, [a, slow]);
    const attempt = await lease.acquire();
    assert.equal(!attempt.ok && attempt.holder.pid, 2);
    assert.equal((await lease.holder())?.pid, 2);
    slow.die();
    assert.equal((await taken(lease)).number, 5);
  });

  it('belongs to a process that completed its file while others looked for its copy', async () => {
    const [a, quick] = [new Process(1), new Process(2)];
    const file = join(directory, '4');
    writeFileSync(file, '');
    writeFileSync(join(directory, 't.tmp'), recordOf(a));
    const lease = openLease({
      directory,
      who: 'terminal',
      now: () => new Date(0),
      surroundings: {
        identity: () => Promise.resolve(new Process(3).identity()),
        // Asked about the copy's process, which is gone; meanwhile the other one gets through.
        findProcess: (pid) => {
          if (pid === a.pid) writeFileSync(file, recordOf(quick));
          return Promise.resolve(
            pid === a.pid ? { kind: 'gone' } : { kind: 'there', started: 'start-2' },
          );
        },
        pause: () => Promise.resolve(),
        link,
        wait: () => Promise.resolve(),
      },
    });
    const attempt = await lease.acquire();
    assert.equal(!attempt.ok && attempt.holder.pid, 2);
  });

  it('is taken, kept and given up where the file system knows no links', async () => {
    hasLinks = false;
    const [a, b] = [new Process(1), new Process(2)];
    const epoch = await taken(leaseOf(a, [a, b]));
    assert.equal((await leaseOf(b, [a, b]).acquire()).ok, false);
    assert.deepEqual(readdirSync(directory), ['1']);
    epoch.release();
    assert.equal((await taken(leaseOf(b, [a, b]))).isHeld(), true);
  });

  it('leaves nothing behind when the disk fills up while its file is written', async () => {
    hasLinks = false;
    const a = new Process(1);
    const full = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
    const lease = leaseOf(a, [a], (step) =>
      step === 'created empty' ? Promise.reject(full) : Promise.resolve(),
    );
    await assert.rejects(lease.acquire(), { name: 'StateError', message: /the disk is full/ });
    assert.deepEqual(readdirSync(directory), []);
    assert.equal((await taken(leaseOf(a, [a]))).number, 1);
  });

  it('leaves few files behind', async () => {
    const a = new Process(1);
    for (let round = 0; round < 20; round += 1) (await taken(leaseOf(a, [a]))).release();
    assert.ok(readdirSync(directory).length <= 5, readdirSync(directory).join(' '));
  });

  describe('of a process in another container', () => {
    const [own, away, other] = [new Process(1), new Process(2, 'container'), new Process(3)];
    const all = [own, away, other];

    it('is taken away only by its number, and its holder can write no more', async () => {
      const epoch = await taken(leaseOf(away, all));
      away.die();
      const lease = leaseOf(own, all);
      assert.equal((await lease.acquire()).ok, false);
      assert.equal((await lease.inspect())?.place, 'otherContainer');
      assert.equal(await lease.unlock(epoch.number + 1), false);
      assert.equal(epoch.isHeld(), true);
      assert.equal(await lease.unlock(epoch.number), true);
      assert.deepEqual([epoch.isHeld(), await lease.inspect()], [false, undefined]);
      assert.equal((await taken(lease)).isHeld(), true);
      assert.equal(await leaseOf(other, all).unlock(epoch.number), false);
    });

    it('is not taken from a holder that is visible, or that follows while it is looked at', async () => {
      const visible = await taken(leaseOf(own, all));
      assert.equal(await leaseOf(other, all).unlock(visible.number), false);
      assert.equal(visible.isHeld(), true);
      visible.release();
      const epoch = await taken(leaseOf(new Process(4, 'container'), all));
      const meanwhile = leaseOf(own, all, (step) => {
        if (step === 'inspected') epoch.release();
        return Promise.resolve();
      });
      assert.equal(await meanwhile.unlock(epoch.number), false);
    });
  });
});

import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { asLooked, scene, type Scene } from '../../../unit/platform/checkpoints/restoreScene';
import { FROM, TO } from '../../../unit/platform/checkpoints/restoreTrees';

const KILLS = 30;
const LONGEST_MS = 100;
const MINE = { 'mine.txt': 'mine', 'created/mine': 'beside' };

/** Starts a restore there and back, kills it, and tells in which direction it was under way. */
async function killed(place: Scene): Promise<'there' | 'back'> {
  const child = fork(join(__dirname, 'support/restorer.ts'), [place.work], {
    execArgv: ['--import', 'tsx'],
  });
  let direction: unknown;
  child.on('message', (message) => (direction = message));
  await once(child, 'message');
  const closed = once(child, 'close');
  await delay(Math.random() * LONGEST_MS);
  child.kill('SIGKILL');
  await closed;
  assert.ok(direction === 'there' || direction === 'back');
  return direction;
}

describe('a restore in a process that is killed', function () {
  this.timeout(300_000);

  it(`is finished by the next process, ${KILLS} times at random moments`, async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const place = scene();
      try {
        place.write(FROM);
        place.write(MINE);
        const [from, to] = (await killed(place)) === 'there' ? [FROM, TO] : [TO, FROM];
        assert.deepEqual(await place.restore({ from, to }), { left: [] }, `kill ${kill}`);
        assert.deepEqual(place.look(), asLooked(to, MINE), `kill ${kill}`);
      } finally {
        place.remove();
      }
    }
  });
});

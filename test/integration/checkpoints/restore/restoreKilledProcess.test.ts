import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { asLooked, scene } from '../../../unit/checkpoints/restoreScene';
import { FROM, TO } from '../../../unit/checkpoints/restoreTrees';

const KILLS = 30;
const MINE = { 'mine.txt': 'mine', 'created/mine': 'beside' };

describe('a restore in a process that is killed', function () {
  this.timeout(300_000);

  it(`is finished by the next process, ${KILLS} times at random moments`, async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const place = scene();
      try {
        place.write(FROM);
        place.write(MINE);
        const child = fork(join(__dirname, 'restorer.ts'), [place.work], {
          execArgv: ['--import', 'tsx'],
        });
        // How far the next round gets until the signal arrives is up to the machine.
        await once(child, 'message');
        const ended = once(child, 'exit');
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
        child.kill('SIGKILL');
        await ended;
        // Which way it was under way is not known, but both ways must be open.
        await place.restore({ from: FROM, to: TO });
        await place.restore({ from: TO, to: FROM });
        await place.restore({ from: FROM, to: TO });
        assert.deepEqual(place.look(), asLooked(TO, MINE), `kill ${kill}`);
      } finally {
        place.remove();
      }
    }
  });
});

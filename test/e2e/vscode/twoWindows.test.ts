import { pictureOfFailure } from './failurePicture';
import { differencesTests } from './twoWindows/differences';
import { goingBackTests } from './twoWindows/goingBack';
import { hereAndThereTests } from './twoWindows/hereAndThere';
import { sameResultTests } from './twoWindows/sameResult';
import { Scene } from './twoWindows/scene';
import { whileRunningTests } from './twoWindows/whileRunning';
import { windowEndsTests } from './twoWindows/windowEnds';
import { installFirst } from './vscodeSession';

/** Extension hosts are found in /proc. */
const onLinux = process.platform === 'linux' ? describe : () => undefined;

/** One story: each part goes on where the one before it ended. */
onLinux('two windows and a terminal in one workspace', function () {
  this.timeout(300_000);
  const scene = new Scene();

  installFirst();
  before(() => scene.start());
  afterEach(async function () {
    for (const { name, session } of scene.open) await pictureOfFailure(this, session, name);
  });
  after(() => scene.end());

  whileRunningTests(scene);
  goingBackTests(scene);
  hereAndThereTests(scene);
  differencesTests(scene);
  windowEndsTests(scene);
  sameResultTests(scene);

  describe('either of the windows', () => {
    it('has never asked for anything that the content security policy refuses', () => {
      for (const { session } of scene.open) session.assertNothingRefused();
    });
  });
});

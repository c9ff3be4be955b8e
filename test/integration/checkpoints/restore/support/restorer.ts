import { FROM, TO } from '../../../../unit/platform/checkpoints/restoreTrees';
import { restoreIn } from '../../../../unit/platform/checkpoints/restoreScene';
import { openRestoreFs } from '../../../../../src/platform/checkpoints/restore/restoreFs';

/** Started as a program of its own, so that it can be killed: restores there and back for ever. */
async function main(work: string): Promise<never> {
  for (;;) {
    await tell('there');
    await restoreIn(work, { from: FROM, to: TO, fs: openRestoreFs(work) });
    await tell('back');
    await restoreIn(work, { from: TO, to: FROM, fs: openRestoreFs(work) });
  }
}

/** Resolves when the message is on its way: it arrives even if we are killed right after. */
function tell(direction: string): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(direction, () => {
      resolve();
    });
  });
}

void main(process.argv[2] ?? '');

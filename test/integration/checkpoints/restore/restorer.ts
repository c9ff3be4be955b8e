import { FROM, TO } from '../../../unit/checkpoints/restoreTrees';
import { restoreIn } from '../../../unit/checkpoints/restoreScene';
import { nodeRestoreFs } from '../../../../src/adapters/checkpoints/restore/restoreFs';

/** Started as a program of its own, so that it can be killed: restores there and back for ever. */
async function main(work: string): Promise<never> {
  for (;;) {
    await restoreIn(work, { from: FROM, to: TO, fs: nodeRestoreFs });
    await restoreIn(work, { from: TO, to: FROM, fs: nodeRestoreFs });
    process.send?.('round');
  }
}

void main(process.argv[2] ?? '');

import { createWorkspace } from '../../src/platform/workspace/createWorkspace';
import { fingerprint } from '../../src/rules/turn/fingerprint';
import { alternately, type Measure } from './alternately';
import { makeRepository } from './fingerprintFolder';
import { inScratchFolder } from './scratchFolder';
import { timeTable, type Table } from './table';

const ROUNDS = { runs: 30, atLeast: 10, withinMs: 8_000 };

/** Files that verifications write are left out of a fingerprint; a run usually knows a few. */
const ARTEFACTS = new Set(['junit.xml', 'coverage/lcov.info']);

/**
 * What a look at the workspace costs during a turn, after one of 10,000 files has changed: its
 * snapshot and the fingerprint of that. The peer is `git status` on the same repository.
 */
export async function measureFingerprint(): Promise<Table> {
  return inScratchFolder(async (folder) => {
    const repository = await makeRepository(folder);
    const look = (environment: NodeJS.ProcessEnv): Measure => {
      const workspace = createWorkspace({ workspaceDir: folder, environment });
      return async () => {
        repository.changeOne();
        const start = performance.now();
        fingerprint((await workspace.snapshot()).files, ARTEFACTS);
        return performance.now() - start;
      };
    };
    const { git, walked, peer } = await alternately(ROUNDS, {
      git: look(process.env),
      walked: look({ PATH: '' }),
      peer: () => {
        repository.changeOne();
        const start = performance.now();
        repository.status();
        return Promise.resolve(performance.now() - start);
      },
    });
    return timeTable('Fingerprint of 10,000 files, one changed', [
      { what: 'in a git repository', ms: git, peer },
      { what: 'without git', ms: walked, peer },
      { what: 'peer: git status', ms: peer },
    ]);
  });
}

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repoRoot } from '../realVscode/paths';
import { alternately, type Measure } from './alternately';
import { runNode, type NodeStart } from './nodeProcess';
import { inScratchFolder } from './scratchFolder';
import { timeTable, type Table } from './table';

const ROUNDS = { runs: 20, atLeast: 5, withinMs: 20_000 };

const CONFIG = `version: 1
agents:
  none:
    type: command
    command: [node, --version]
agent: none
verify: node --version
tasks:
  - id: first
    title: First
    goal: Nothing is done here.
`;

const lifetime =
  (start: NodeStart): Measure =>
  async () =>
    (await runNode(start)).ms;

/** How long the `devs` command takes from start to end, against a node that does nothing. */
export async function measureCommandStart(): Promise<Table> {
  return inScratchFolder(async (folder) => {
    const workspace = join(folder, 'workspace');
    await mkdir(workspace);
    await writeFile(join(workspace, 'devs.yaml'), CONFIG);
    const cli = join(repoRoot, 'dist/cli.js');
    const env = { DEVS_STATE_DIR: join(folder, 'state') };
    const { node, version, status } = await alternately(ROUNDS, {
      node: lifetime({ args: ['-e', '0'] }),
      version: lifetime({ args: [cli, '--version'] }),
      status: lifetime({ args: [cli, 'status'], cwd: workspace, env }),
    });
    return timeTable('Start of the command', [
      { what: 'devs --version', ms: version, peer: node },
      { what: 'devs status', ms: status, peer: node },
      { what: 'peer: node -e 0', ms: node },
    ]);
  });
}

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repoRoot } from '../realVscode/paths';
import { alternately, type Measure } from './alternately';
import { runNode, type NodeStart } from './nodeProcess';
import { inScratchFolder } from './scratchFolder';
import type { Compared } from './section';
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
export async function measureCommandStart({ before }: Compared): Promise<Table> {
  return inScratchFolder(async (folder) => {
    const workspace = join(folder, 'workspace');
    await mkdir(workspace);
    await writeFile(join(workspace, 'devs.yaml'), CONFIG);
    const env = { DEVS_STATE_DIR: join(folder, 'state') };
    const measuresOf = (checkout: string, prefix: string): Record<string, Measure> => {
      const cli = join(checkout, 'dist/cli.js');
      return {
        [`${prefix}devs --version`]: lifetime({ args: [cli, '--version'] }),
        [`${prefix}devs status`]: lifetime({ args: [cli, 'status'], cwd: workspace, env }),
      };
    };
    const subjects: Record<string, Measure> = {
      'peer: node -e 0': lifetime({ args: ['-e', '0'] }),
      ...measuresOf(repoRoot, ''),
      ...(before === undefined ? {} : measuresOf(before, 'before: ')),
    };
    const measured = await alternately(ROUNDS, subjects);
    const peer = measured['peer: node -e 0'] ?? [];
    const series = Object.entries(measured).map(([what, ms]) => ({ what, ms, peer }));
    return timeTable('Start of the command', series);
  });
}

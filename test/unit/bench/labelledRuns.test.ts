import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { judge } from '../../bench/detection/judgedRun';
import { loadRuns } from '../../bench/detection/loadRuns';
import { DEFAULTS } from '../../bench/detection/quality';
import { runLines } from '../../bench/detection/runLines';
import { inScratchFolder } from '../../bench/scratchFolder';

/** The same failing call, as often as said; numbered from 10 as a recording may do. */
const repeats = (times: number): readonly object[] =>
  Array.from({ length: times }, (_, index) => ({
    ...{ i: 10 + index, tool: 'bash', args: 'npm run frobnicate', thought: '', err: true },
    obs: 'npm ERR! missing script: frobnicate',
  }));

const line = (id: string, labels: object, steps: readonly object[]): string =>
  JSON.stringify({ id, source: 'here', agent: 'made up', model: '', outcome: null, labels, steps });

const LOOP = line('loop', { repetition_at: [1, 2, 3] }, repeats(4));
const QUIET = line('quiet', { repetition_at: [] }, repeats(1));

describe('recorded runs with labels', () => {
  it('keep their labels when a line before them is broken or has the same id', async () => {
    await inScratchFolder(async (folder) => {
      const file = join(folder, 'runs.jsonl.gz');
      const again = line('loop', { resolved: true }, repeats(1));
      writeFileSync(file, gzipSync([QUIET, '{"id": "bro', LOOP, again].join('\n')));
      const { runs, problems } = await loadRuns([file]);
      assert.deepEqual(
        runs.map(({ id, labels }) => [id, labels]),
        [
          ['quiet', { repetitionAt: [] }],
          ['loop', { repetitionAt: [1, 2, 3] }],
          ['loop', { resolved: true }],
        ],
      );
      assert.deepEqual(
        problems.map((problem) => problem.line),
        [2],
      );
    });
  });

  it('are counted though another file cannot be read', async () => {
    await inScratchFolder(async (folder) => {
      const [file, missing] = [join(folder, 'runs.jsonl'), join(folder, 'missing.jsonl')];
      writeFileSync(file, LOOP);
      const { runs, problems } = await loadRuns([missing, file]);
      assert.deepEqual([runs.length, problems[0]?.file], [1, missing]);
    });
  });

  it('are judged by the position of a step, whatever its number', async () => {
    await inScratchFolder(async (folder) => {
      const file = join(folder, 'runs.jsonl');
      writeFileSync(file, `${LOOP}\n${QUIET}`);
      const { runs } = await loadRuns([file]);
      const [loop, quiet] = judge(runs, DEFAULTS);
      const stuck = loop?.fires.filter(({ level }) => level === 'stuck').map(({ index }) => index);
      assert.deepEqual([stuck?.[0], quiet?.fires], [2, []]);
      assert.match(runLines(runs, DEFAULTS).join('\n'), /^FOUND 0 +loop: 4 steps.*loop at 2$/m);
    });
  });
});

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOrigin } from '../../../../src/platform/recordings/recordingOrigin';

const AT = '2026-11-21T21:30:00.000Z';

describe('where a recording comes from', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'devs-origin-'))));

  it('is told by the header of a transcript: the program of its command, and when it began', async () => {
    const file = join(folder, 't1.agent.log');
    for (const command of ['["/usr/bin/claude","-p"]', 'claude -p {prompt}']) {
      await writeFile(
        file,
        `[devs] command: ${command}\n[devs] directory: /w\n[devs] started: ${AT}\n\n{}`,
      );
      assert.deepEqual(await readOrigin(file, []), { agent: 'claude', at: AT });
    }
  });

  it('is told by the folder of an agent, else only when it was last written', async () => {
    const file = join(folder, 'sessions', 'a.jsonl');
    await mkdir(join(folder, 'sessions'));
    await writeFile(file, '{}\n[devs] command: claude\n');
    await utimes(file, new Date(AT), new Date(AT));
    const histories = [{ agent: 'Codex', folder: join(folder, 'sessions') }];
    assert.deepEqual(await readOrigin(file, histories), { agent: 'Codex', at: AT });
    assert.deepEqual(await readOrigin(file, []), { at: AT });
  });

  it('is unknown of what is no file', async () => {
    assert.deepEqual(await readOrigin(folder, []), {});
    assert.deepEqual(await readOrigin(join(folder, 'none'), []), {});
  });
});

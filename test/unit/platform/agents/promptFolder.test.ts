import { deepEqual, equal, rejects } from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPromptFolder } from '../../../../src/platform/agents/command/promptFolder';

describe('the folder for prompts', () => {
  let root: string;
  let directory: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'devs-prompts-'));
    directory = join(root, 'prompts');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('is cleared at its first use, of what a killed predecessor left, and never again', async () => {
    mkdirSync(directory);
    writeFileSync(join(directory, 'left.md'), 'old');
    const folder = createPromptFolder(directory);
    const first = await folder.write('one', '.md');
    const second = await folder.write('two', '.md');
    deepEqual([readFileSync(first, 'utf8'), readFileSync(second, 'utf8')], ['one', 'two']);
    await folder.remove([first, second]);
    deepEqual(readdirSync(directory), []);
  });

  it('can be used again when the disk refused it once', async () => {
    writeFileSync(directory, 'a file in the way');
    const folder = createPromptFolder(directory);
    await rejects(folder.write('text', '.md'));
    rmSync(directory);
    equal(readFileSync(await folder.write('text', '.md'), 'utf8'), 'text');
  });

  it('is made anew when somebody removed it', async () => {
    const folder = createPromptFolder(directory);
    await folder.write('one', '.md');
    rmSync(directory, { recursive: true });
    equal(readFileSync(await folder.write('two', '.md'), 'utf8'), 'two');
  });
});

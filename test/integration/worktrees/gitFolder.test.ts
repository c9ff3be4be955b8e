import assert from 'node:assert/strict';
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { GitFolder } from '../../../src/platform/worktrees/gitFolder';
import { scratchFolder, type ScratchFolder } from '../workspace/scratchFolder';

describe('a git command that is ended', () => {
  let scratch: ScratchFolder;
  beforeEach(() => void (scratch = scratchFolder()));
  afterEach(() => scratch.remove());
  const gitThat = (script: string): GitFolder => {
    const git = join(scratch.path, 'git');
    writeFileSync(git, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return new GitFolder({ git, directory: scratch.path, environment: process.env });
  };

  it('says that it took too long', async () => {
    await assert.rejects(gitThat('exec sleep 60').run(['status'], { timeLimitMs: 100 }), {
      name: 'StateError',
      message: `git status took too long in ${scratch.path}.`,
    });
  });

  it('says that it printed too much', async () => {
    const git = gitThat('while :; do echo "a line of many"; done');
    await assert.rejects(git.run(['ls-files', '-z'], { maxOutputBytes: 100_000 }), {
      name: 'StateError',
      message: `git ls-files printed more than 100 kB in ${scratch.path}.`,
    });
  });
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createDemo } from '../../../src/app/demo/createDemo';

const SOURCE = resolve(__dirname, '../../..');

describe('the demo project', () => {
  let root: string;
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'devs-demo-test-'))));
  afterEach(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));

  const create = (folder: string, environment: NodeJS.ProcessEnv = process.env) =>
    createDemo({ assetsDir: SOURCE, folder, environment });
  const git = (folder: string, ...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8' });

  it('is a git repository with one commit and nothing to commit', async () => {
    const folder = join(root, 'a b', 'demo');
    assert.deepEqual(await create(folder), {
      ok: true,
      message: `The demo project is in ${folder}.`,
    });
    assert.match(git(folder, 'log', '--format=%s'), /^The demo as it begins\n$/);
    assert.equal(git(folder, 'status', '--porcelain'), '');
    assert.match(readFileSync(join(folder, 'devs.yaml'), 'utf8'), /id: cart-total/);
  });

  it('ignores what git hooks and the user’s settings would do', async () => {
    const config = join(root, '.gitconfig');
    const hooks = join(root, 'hooks');
    mkdirSync(hooks);
    writeFileSync(join(hooks, 'post-commit'), `#!/bin/sh\ntouch '${root}/hooked'\n`, {
      mode: 0o755,
    });
    writeFileSync(
      config,
      `[commit]\n gpgsign = true\n[core]\n hooksPath = ${hooks}\n autocrlf = true\n`,
    );
    const folder = join(root, 'demo');
    const environment = {
      ...process.env,
      HOME: root,
      XDG_CONFIG_HOME: root,
      GIT_DIR: join(root, 'elsewhere'),
      GIT_AUTHOR_NAME: '',
    };
    const { message } = await create(folder, environment);
    assert.equal(message, `The demo project is in ${folder}.`);
    assert.equal(existsSync(join(root, 'hooked')), false);
    assert.equal(existsSync(join(root, 'elsewhere')), false);
  });

  it('is a plain folder where git is missing, and says so', async () => {
    const folder = join(root, 'demo');
    const { ok, message } = await create(folder, { PATH: root });
    assert.equal(ok, true);
    assert.match(
      message,
      /The folder is not a git repository, because git could not create one there\.$/,
    );
    assert.ok(existsSync(join(folder, 'devs.yaml')));
  });

  it('never touches a folder that holds something, nor a file', async () => {
    writeFileSync(join(root, 'mine.txt'), 'mine');
    assert.deepEqual(await create(root), {
      ok: false,
      message: `Devs could not create the demo project: ${root} is not empty.`,
    });
    assert.deepEqual(existsSync(join(root, 'devs.yaml')), false);
    const { ok, message } = await create(join(root, 'mine.txt'));
    assert.equal(ok, false);
    assert.match(message, /^Devs could not create the demo project: .*EEXIST/);
    assert.equal(readFileSync(join(root, 'mine.txt'), 'utf8'), 'mine');
  });
});

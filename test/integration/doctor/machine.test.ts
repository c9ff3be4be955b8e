import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMachine } from '../../../src/platform/doctor/createMachine';
import { emptyRepository, findableFrom } from '../../../src/platform/doctor/createTrials';
import { locateProgram } from '../../../src/platform/doctor/locateProgram';
import { createModelKeys } from '../../../src/platform/models/modelKeys';
import type { Machine } from '../../../src/ports/machine';
import { withEnvironment } from '../../support/withEnvironment';

describe('the machine that the doctor looks at', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'devs-machine-'));
    for (const name of ['shop', 'one', 'two']) mkdirSync(join(root, name));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const at = (...parts: readonly string[]): string => join(root, ...parts);
  const program = (mode: number, ...parts: readonly string[]): string => {
    writeFileSync(at(...parts), '#!/bin/sh\necho 1.2.3\n');
    chmodSync(at(...parts), mode);
    return at(...parts);
  };
  const machine = (environment: NodeJS.ProcessEnv = process.env): Machine =>
    createMachine({
      ...{ workspaceDir: at('shop'), directory: at('state'), environment },
      keys: createModelKeys({ environment }),
    });
  const signal = new AbortController().signal;

  it('knows what ends agents’ processes here', async () => {
    const kinds: Partial<Record<NodeJS.Platform, string>> = {
      linux: 'adopted',
      win32: 'descendants',
    };
    assert.equal((await machine().containment()).kind, kinds[process.platform] ?? 'searched');
  });

  describe('looking for a program', () => {
    const lookup = (name: string) =>
      locateProgram(name, { cwd: at('shop'), env: { PATH: `${at('one')}:${at('two')}` } });

    it('takes the first file on PATH that can be started, as the system does', async () => {
      const closed = program(0o644, 'one', 'agent');
      assert.deepEqual(await lookup('agent'), { kind: 'notExecutable', file: closed });
      const file = program(0o755, 'two', 'agent');
      assert.deepEqual(await lookup('agent'), { kind: 'found', file });
      assert.deepEqual(await lookup('other'), { kind: 'missing' });
    });

    it('follows a path from the workspace, and takes no folder for a program', async () => {
      const file = program(0o755, 'shop', 'agent.sh');
      assert.deepEqual(await lookup('./agent.sh'), { kind: 'found', file });
      assert.deepEqual(await lookup('agent.sh'), { kind: 'missing' });
      mkdirSync(at('one', 'tools'));
      assert.deepEqual(await lookup('tools'), { kind: 'missing' });
    });

    it('survives names that are none', async () => {
      for (const name of ['', ' ', 'a\0b', '../'.repeat(50), 'x'.repeat(100_000)]) {
        assert.deepEqual(await lookup(name), { kind: 'missing' });
      }
    });

    it('prefers the PATH that the agent sets itself', async () => {
      const file = program(0o755, 'two', 'agent');
      const found = await machine({ PATH: at('one') }).locate('agent', { PATH: at('two') });
      assert.deepEqual(found, { kind: 'found', file });
    });
  });

  describe('asking git', () => {
    it('tells a repository from a plain folder', async () => {
      assert.equal((await machine().git(signal)).kind, 'found');
      const plain = await machine().git(signal);
      assert.equal(plain.kind === 'found' && plain.workspace, 'none');
      execFileSync('git', ['init', '--quiet'], { cwd: at('shop') });
      const facts = await machine().git(signal);
      assert.equal(facts.kind === 'found' && facts.workspace, 'repository');
    });

    it('tells that git refuses a repository of another user', async () => {
      execFileSync('git', ['init', '--quiet'], { cwd: at('shop') });
      // What git itself is tested with.
      const environment = { ...process.env, GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' };
      const facts = await machine(environment).git(signal);
      assert.equal(facts.kind === 'found' && facts.workspace, 'distrusted');
    });

    it('tells where there is none, and one that does not work', async () => {
      assert.deepEqual(await machine({ PATH: at('one') }).git(signal), { kind: 'missing' });
      writeFileSync(at('one', 'git'), '#!/bin/sh\necho broken >&2\nexit 1\n');
      chmodSync(at('one', 'git'), 0o755);
      const facts = await machine({ PATH: at('one') }).git(signal);
      assert.deepEqual(facts, { kind: 'broken', why: 'broken' });
    });

    it('names the exit code of one that says nothing', async () => {
      writeFileSync(at('one', 'git'), '#!/bin/sh\nexit 7\n');
      chmodSync(at('one', 'git'), 0o755);
      const facts = await machine({ PATH: at('one') }).git(signal);
      assert.deepEqual(facts, { kind: 'broken', why: 'exit code 7' });
    });
  });

  describe('looking at the state directory', () => {
    it('makes nothing, and says that it will be made', async () => {
      const facts = await machine().stateFolder();
      assert.deepEqual([facts.exists, facts.unwritable], [false, undefined]);
      assert.ok((facts.freeBytes ?? 0) > 0);
      assert.equal(existsSync(at('state')), false);
      assert.deepEqual(readdirSync(root).sort(), ['one', 'shop', 'two']);
    });

    it('writes into it and removes that again', async () => {
      mkdirSync(at('state'), { mode: 0o700 });
      const facts = await machine().stateFolder();
      assert.deepEqual([facts.exists, facts.unwritable], [true, undefined]);
      assert.deepEqual(readdirSync(at('state')), []);
    });

    it('tells one that cannot be written, in words', async () => {
      writeFileSync(at('state'), 'a file in the way');
      const { unwritable } = await machine().stateFolder();
      assert.match(unwritable ?? '', /^Could not write into .*a file is in the way of a folder/);
    });
  });

  it('knows whether there is a key, and gives nothing else away', async () => {
    const url = 'http://localhost:1/v1';
    assert.equal(await machine({}).hasModelKey(url), false);
    assert.equal(await machine({ DEVS_MODEL_KEY: 'secret' }).hasModelKey(url), true);
  });

  it('lets files of the workspace be found from elsewhere', () => {
    program(0o755, 'shop', 'agent.js');
    const command = ['node', 'agent.js', 'sonnet', './agent.js', '-p'];
    const file = at('shop', 'agent.js');
    assert.deepEqual(findableFrom(at('shop'), command), ['node', file, 'sonnet', file, '-p']);
    assert.deepEqual(findableFrom(at('shop'), ['agent.js']), ['agent.js']);
    assert.equal(findableFrom(at('shop'), 'node agent.js'), 'node agent.js');
  });

  describe('making an empty repository for an agent', () => {
    it('makes it there, whatever repository the environment names', async () => {
      const other = { GIT_DIR: at('two', '.git'), GIT_WORK_TREE: at('two') };
      const git = machine().gitProgram();
      // Ours may name one, too.
      await withEnvironment(other, async () => {
        const environment = { ...process.env };
        assert.equal(await emptyRepository(at('one'), { git, environment }), at('one'));
      });
      assert.deepEqual([existsSync(at('one', '.git')), readdirSync(at('two'))], [true, []]);
    });

    it('does not tell git the key for models', async () => {
      const git = program(0o755, 'two', 'git');
      writeFileSync(git, '#!/bin/sh\nenv > told.txt\n');
      await withEnvironment({ DEVS_MODEL_KEY: 'sk-4711' }, async () => {
        await emptyRepository(at('one'), { git, environment: { ...process.env } });
      });
      const told = readFileSync(at('one', 'told.txt'), 'utf8');
      assert.match(told, /^PATH=/m);
      assert.doesNotMatch(told, /sk-4711/);
    });
  });
});

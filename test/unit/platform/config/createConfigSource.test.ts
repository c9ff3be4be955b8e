import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createConfigSource } from '../../../../src/platform/config/createConfigSource';
import { keepText } from '../../../../src/platform/config/keptText';
import { formatProblem, knownConfig } from '../../../../src/model/config/config';
import { HEAD } from './problemsOf';
import { ScratchWorkspace } from './scratchWorkspace';

function sourceOf({ options, folder }: ScratchWorkspace, environment = options.environment) {
  return createConfigSource({ ...options, environment }, keepText(join(folder, 'kept.yaml')));
}

describe('the configuration source', () => {
  let workspace: ScratchWorkspace;
  beforeEach(() => (workspace = new ScratchWorkspace()));
  afterEach(() => {
    workspace.dispose();
  });

  const problems = async () => {
    const result = await sourceOf(workspace).read();
    return result.kind === 'invalid' ? result.problems.map(formatProblem) : [result.kind];
  };

  it('reads the file anew at each call', async () => {
    const source = sourceOf(workspace);
    assert.equal((await source.read()).kind, 'missing');
    workspace.write('devs.yaml', HEAD);
    assert.equal((await source.read()).kind, 'ok');
    workspace.write('devs.yaml', 'nonsense');
    assert.equal((await source.read()).kind, 'invalid');
    rmSync(workspace.file);
    assert.equal((await source.read()).kind, 'missing');
  });

  it('says so where the folder is gone, and not that a file is to be created there', async () => {
    workspace.dispose();
    assert.match(
      (await problems()).join(),
      /^devs\.yaml: The workspace folder .* is gone\. Put it back/,
    );
  });

  it('parses a text once, and again when it changes', async () => {
    const source = sourceOf(workspace);
    workspace.write('devs.yaml', HEAD);
    const first = await source.read();
    assert.equal(await source.read(), first);
    workspace.write('devs.yaml', `${HEAD}\n`);
    const second = await source.read();
    assert.notEqual(second, first);
    assert.deepEqual(second, first);
  });

  it('knows the last valid version of an invalid file, in a new process too', async () => {
    const source = sourceOf(workspace);
    workspace.write('devs.yaml', 'nonsense');
    assert.equal(knownConfig(await source.read()), undefined);
    workspace.write('devs.yaml', HEAD);
    const valid = knownConfig(await source.read());
    assert.ok(valid !== undefined);
    workspace.write('devs.yaml', 'nonsense');
    const invalid = await source.read();
    assert.equal(invalid.kind, 'invalid');
    assert.equal(knownConfig(invalid), valid);
    assert.deepEqual(knownConfig(await sourceOf(workspace).read()), valid);
  });

  it('keeps it as soon as there is a folder for it, and reads all the same', async () => {
    const kept = keepText(join(workspace.folder, 'state', 'kept.yaml'));
    const source = createConfigSource(workspace.options, kept);
    workspace.write('devs.yaml', HEAD);
    assert.equal((await source.read()).kind, 'ok');
    workspace.write('devs.yaml', 'nonsense');
    assert.ok(knownConfig(await source.read()));
    const another = createConfigSource(workspace.options, kept);
    assert.equal(knownConfig(await another.read()), undefined);
    mkdirSync(join(workspace.folder, 'state'));
    await source.read();
    assert.ok(knownConfig(await another.read()));
  });

  it('removes what a process left that was killed while it kept the text, and nothing else', async () => {
    const { pid: gone } = spawnSync(process.execPath, ['--version']);
    const names = [`kept.yaml.${gone}.tmp`, `kept.yaml.${process.ppid}.tmp`, 'kept.yaml.old.tmp'];
    for (const name of names) workspace.write(name, 'half');
    workspace.write('devs.yaml', HEAD);
    assert.equal((await sourceOf(workspace).read()).kind, 'ok');
    assert.deepEqual(
      readdirSync(workspace.folder).filter((name) => name.endsWith('.tmp')),
      names.slice(1).toSorted(),
    );
  });

  it('refuses what is no file, and never waits for a pipe', async () => {
    mkdirSync(workspace.file);
    assert.deepEqual(await problems(), ['devs.yaml: It must be a file.']);
    rmSync(workspace.file, { recursive: true });
    execFileSync('mkfifo', [workspace.file]);
    assert.deepEqual(await problems(), ['devs.yaml: It must be a file.']);
  });

  it('refuses text that is not UTF-8', async () => {
    workspace.write('devs.yaml', Buffer.from([0x61, 0xff, 0x3a]));
    assert.deepEqual(await problems(), [
      'devs.yaml: The file is not UTF-8 text; save it as UTF-8.',
    ]);
  });

  it('refuses a file over 1 MB, and tells of other places all the same', async () => {
    workspace.write('devs.yaml', Buffer.alloc(1024 * 1024 + 1, '#'));
    const environment = { PATH: '', DEVS_MAX_PIVOTS: 'x' };
    const result = await sourceOf(workspace, environment).read();
    assert.ok(result.kind === 'invalid');
    assert.deepEqual(
      result.problems.map(({ source }) => source),
      ['devs.yaml', 'DEVS_MAX_PIVOTS'],
    );
  });
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createWorkspace } from '../../../src/platform/workspace/createWorkspace';
import { scratchFolder, type ScratchFolder } from './scratchFolder';

const POM_DEPENDENCY =
  '<dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId></dependency></dependencies>';

describe('the dependencies of a workspace', () => {
  let folder: ScratchFolder;
  beforeEach(() => (folder = scratchFolder()));
  afterEach(() => folder.remove());

  const dependencies = async () => [
    ...(await createWorkspace({
      workspaceDir: folder.path,
      environment: { PATH: '' },
    }).dependencies()),
  ];

  it('are those of all manifests in its root, each named', async () => {
    folder.write('package.json', '{"dependencies":{"zod":"4"}}');
    folder.write('pyproject.toml', '[project]\ndependencies = ["flask"]\n');
    folder.write('requirements.txt', 'flask\n');
    folder.write('requirements-dev.txt', 'pytest\n');
    folder.write('Cargo.toml', '[dependencies]\nserde = "1"\n');
    folder.write('go.mod', 'module x\nrequire example.org/a/b v1.0.0\n');
    folder.write('pom.xml', `<project>${POM_DEPENDENCY}</project>`);
    folder.write('build.gradle.kts', 'implementation("g:k:1")\n');
    folder.write('build.gradle', "implementation 'g:g:1'\n");
    folder.write('Gemfile', "gem 'rails'\n");
    folder.write('composer.json', '{"require":{"a/b":"1"}}');
    folder.write('packages/one/package.json', '{"dependencies":{"deep":"1"}}');
    assert.deepEqual((await dependencies()).sort(), [
      'Cargo.toml:serde',
      'Gemfile:rails',
      'build.gradle.kts:g:k',
      'build.gradle:g:g',
      'composer.json:a/b',
      'go.mod:example.org/a/b',
      'package.json:zod',
      'pom.xml:g:a',
      'pyproject.toml:flask',
      'requirements-dev.txt:pytest',
      'requirements.txt:flask',
    ]);
  });

  it('are none of a manifest that is broken, and still those of the others', async () => {
    const broken = ['package.json', 'composer.json', 'Cargo.toml', 'pyproject.toml', 'pom.xml'];
    for (const name of broken) folder.write(name, '{"dependencies": {"a": "1"}, <project> [x');
    folder.write('pom.xml', `<project>${POM_DEPENDENCY}`);
    folder.write('Gemfile', "gem 'rails'\n");
    assert.deepEqual(await dependencies(), ['Gemfile:rails']);
  });

  it('are none of manifests that are nested too deep to be read', async () => {
    folder.write('package.json', '{"dependencies":'.repeat(60_000));
    folder.write('Cargo.toml', `a = ${'['.repeat(400_000)}`);
    folder.write('pom.xml', '<project>'.repeat(100_000));
    assert.deepEqual(await dependencies(), []);
  });

  it('leave out what no package is called', async () => {
    const tables = { 'a b': '1', '\u001b[31m': '1', '': '1', good: '1', ['x'.repeat(300)]: '1' };
    folder.write('package.json', JSON.stringify({ dependencies: tables }));
    assert.deepEqual(await dependencies(), ['package.json:good']);
  });

  it('are not looked for behind links and pipes', async () => {
    folder.write('../package.json', '{"dependencies":{"outside":"1"}}');
    symlinkSync('../package.json', join(folder.path, 'package.json'));
    execFileSync('mkfifo', [join(folder.path, 'Gemfile')]);
    assert.deepEqual(await dependencies(), []);
  });

  it('are none where the folder is gone', async () => {
    rmSync(folder.path, { recursive: true });
    assert.deepEqual(await dependencies(), []);
  });
});

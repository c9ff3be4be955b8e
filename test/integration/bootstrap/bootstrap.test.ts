import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const BOOTSTRAP = resolve(__dirname, '../../bootstrap.mjs');

/** Installs what the lockfile lists, as npm does: the packages first, its own record of them last. */
const NPM = `
  const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  for (const [at, entry] of Object.entries(packages)) {
    if (at === '' || entry.optional) {
      delete packages[at];
      continue;
    }
    mkdirSync(at, { recursive: true });
    writeFileSync(at + '/package.json', JSON.stringify(entry));
  }
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
  writeFileSync('npm.log', process.argv.slice(2).join(' '));
`;

describe('the bootstrap of `npm start` and `npm test`', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'devs-bootstrap-'));
    mkdirSync(join(folder, 'test'));
    cpSync(BOOTSTRAP, join(folder, 'test/bootstrap.mjs'));
    write('package.json', { engines: { node: '>=20.19' } });
    lock('1.0.0');
    writeFileSync(join(folder, 'npm-cli.js'), NPM);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function write(file: string, value: unknown): void {
    writeFileSync(join(folder, file), JSON.stringify(value));
  }

  /** A lockfile with one package of this version, and one that is for another platform. */
  function lock(version: string): void {
    const packages = {
      '': {},
      'node_modules/lib': { version },
      'node_modules/lib-other-os': { version, optional: true },
    };
    write('package-lock.json', { packages });
  }

  function bootstrap(env: NodeJS.ProcessEnv = {}) {
    rmSync(join(folder, 'npm.log'), { force: true });
    const script = join(folder, 'test/bootstrap.mjs');
    const { status, stderr } = spawnSync(process.execPath, [script], {
      encoding: 'utf8',
      env: { ...process.env, npm_execpath: join(folder, 'npm-cli.js'), ...env },
    });
    return { status, stderr };
  }

  /** The arguments npm got in the last run; undefined when it was not run. */
  function npmArguments(): string | undefined {
    try {
      return readFileSync(join(folder, 'npm.log'), 'utf8');
    } catch {
      return undefined;
    }
  }

  it('installs everything, development tools included, where nothing is installed', () => {
    const { status, stderr } = bootstrap();
    assert.equal(status, 0);
    assert.match(
      stderr,
      /^Installing dependencies with npm ci \(missing or outdated: every package\)/,
    );
    assert.match(npmArguments() ?? '', /^ci --include=dev/);
  });

  it('says and does nothing where everything is installed', () => {
    bootstrap();
    assert.deepEqual(bootstrap(), { status: 0, stderr: '' });
    assert.equal(npmArguments(), undefined);
  });

  it('installs again after the lockfile changed, and after a package was deleted', () => {
    bootstrap();
    lock('2.0.0');
    assert.match(bootstrap().stderr, /missing or outdated: lib 2\.0\.0/);
    assert.notEqual(npmArguments(), undefined);
    rmSync(join(folder, 'node_modules/lib'), { recursive: true });
    assert.match(bootstrap().stderr, /missing or outdated: lib 2\.0\.0/);
    assert.equal(bootstrap().stderr, '');
  });

  it('names the network as the reason when npm cannot reach it', () => {
    const failing = `console.error('npm error code ENOTFOUND'); process.exitCode = 1;`;
    writeFileSync(join(folder, 'npm-cli.js'), failing);
    const { status, stderr } = bootstrap();
    assert.equal(status, 1);
    assert.match(stderr, /npm error code ENOTFOUND/);
    assert.match(stderr, /could not be installed\. The package registry could not be reached/);
  });

  it('fails with the exit code of npm when it fails for another reason', () => {
    writeFileSync(join(folder, 'npm-cli.js'), 'process.exitCode = 7;');
    const { status, stderr } = bootstrap();
    assert.equal(status, 1);
    assert.match(stderr, /npm ci ended with exit code 7/);
  });

  it('says where npm comes from when there is none', () => {
    const { status, stderr } = bootstrap({ npm_execpath: '', PATH: folder });
    assert.equal(status, 1);
    assert.match(stderr, /npm was not found on PATH\. It comes with Node\.js/);
  });

  it('names both versions when Node is too old, and installs nothing', () => {
    write('package.json', { engines: { node: '>=999.4' } });
    const { status, stderr } = bootstrap();
    assert.equal(status, 1);
    assert.ok(stderr.includes(`needs Node 999.4 or newer; this is Node ${process.versions.node}`));
    assert.equal(npmArguments(), undefined);
  });

  it('installs nothing through a link that leads to the packages of another checkout', () => {
    const other = mkdtempSync(join(tmpdir(), 'devs-bootstrap-other-'));
    try {
      symlinkSync(other, join(folder, 'node_modules'), 'junction');
      const { status, stderr } = bootstrap();
      assert.equal(status, 1);
      assert.match(stderr, /node_modules is a link to .*which lacks every package/);
      assert.equal(npmArguments(), undefined);
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });
});

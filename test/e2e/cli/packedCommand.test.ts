import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, posix, resolve } from 'node:path';
import { installOnce } from '../../realVscode/installOnce';
import { emptyProject, npmInstall } from '../../realVscode/npmInstall';
import { describeAtFullScale } from '../../support/scale';

const ROOT = resolve(__dirname, '../../..');

/** An agent that always does the same, and a check that never passes. */
const LOOP = `version: 1
agents:
  stubborn: { type: command, command: [node, -e, "console.log('I try again')"] }
verify: [node, -e, "throw new Error('1 is not 2')"]
tasks:
  - { id: sum, goal: Make the sum right. }
`;

const SESSION = [
  { type: 'user', message: { role: 'user', content: 'Make the tests pass.' } },
  ...[1, 2, 3].flatMap((number) => [
    {
      type: 'assistant',
      message: {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: `t${number}`, name: 'Bash', input: { command: 'npm test' } },
        ],
      },
    },
    {
      type: 'user',
      message: {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: `t${number}`,
            content: '1 failing\n1 !== 2',
            is_error: true,
          },
        ],
      },
    },
  ]),
];

interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Versions of Node that the package supports, beside the one that runs the tests. */
const OTHER_NODES = ['22.23.3', '24.9.0'];

describe('the package, as npm packs it', function () {
  this.timeout(120_000);
  packageTests(() => Promise.resolve(''));
});

describeAtFullScale('the package on other versions of Node', function () {
  this.timeout(120_000);
  for (const version of OTHER_NODES)
    describe(version, () => packageTests(() => installNode(version)));
});

/** Folder that holds the program `node` of this version, from the npm package of this platform. */
async function installNode(version: string): Promise<string> {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = await installOnce({
    name: `node-${version}`,
    fill: async (into) => {
      await emptyProject(into);
      await npmInstall(into, [`${name}@${version}`]);
    },
  });
  return join(folder, 'node_modules', name, 'bin');
}

/** `nodeFolder`: resolves with the folder of the program `node` that runs the command; '' for the one on PATH. */
function packageTests(nodeFolder: () => Promise<string>): void {
  let root: string;
  let archive: string;
  let workspace: string;
  let nodes: string;

  function start(file: string, args: readonly string[], cwd: string): Promise<Ended> {
    const env = {
      ...process.env,
      DEVS_STATE_DIR: `${cwd}-state`,
      npm_config_cache: join(root, 'cache'),
      npm_config_offline: 'true',
      DEMO_DELAY_MS: '0',
      PATH: [...(nodes === '' ? [] : [nodes]), process.env['PATH']].join(delimiter),
    };
    return new Promise((done) => {
      execFile(file, args, { cwd, env }, (error, stdout, stderr) =>
        done({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
      );
    });
  }
  const devsIn = (folder: string, ...args: readonly string[]): Promise<Ended> =>
    start('npx', ['--yes', `--package=${archive}`, 'devs', ...args], folder);
  const devs = (...args: readonly string[]): Promise<Ended> => devsIn(workspace, ...args);

  before(async function () {
    this.timeout(600_000);
    nodes = await nodeFolder();
    root = mkdtempSync(join(tmpdir(), 'devs-packed-'));
    workspace = join(root, 'workspace');
    await mkdir(workspace);
    const packed = await start(
      'npm',
      ['pack', '--ignore-scripts', '--pack-destination', root],
      ROOT,
    );
    assert.equal(packed.code, 0, packed.output);
    archive = join(root, readdirSync(root).find((name) => name.endsWith('.tgz')) ?? '');
  });
  after(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));

  it('writes a devs.yaml into an empty folder, without a clone', async () => {
    const { code, output } = await devs('init');
    assert.equal(code, 0, output);
    assert.match(readFileSync(join(workspace, 'devs.yaml'), 'utf8'), /^version: 1$/m);
  });

  it('runs an agent until it pauses the task', async () => {
    writeFileSync(join(workspace, 'devs.yaml'), LOOP);
    const { code, output } = await devs('run');
    assert.equal(code, 2, output);
    assert.match(output, /ENTROPY PAUSE/);
  });

  it('creates the demo, whose agent loops until Devs pauses it', async () => {
    const demo = join(root, 'shop');
    const created = await devs('demo', demo);
    assert.equal(created.code, 0, created.output);
    assert.ok(created.output.includes(`\n  npx ${archive} run\n`), created.output);
    const { code, output } = await devsIn(demo, 'run');
    assert.equal(code, 2, output);
    assert.match(output, /ENTROPY PAUSE/);
    assert.ok(output.includes(`npx ${archive} resume cart-total --hint`), output);
  });

  it('shows where it would have stepped in in a recorded session', async () => {
    const lines = SESSION.map((line) => `${JSON.stringify(line)}\n`).join('');
    writeFileSync(join(root, 'session.jsonl'), lines);
    const { code, output } = await devs('replay', join(root, 'session.jsonl'));
    assert.match(output, /`npm test` failed in the same way 3 times in a row/);
    assert.ok(code === 0 || code === 2, output);
  });

  it('holds the pages that its README and the list of pages lead to', async () => {
    const listed = await start('tar', ['-tzf', archive], root);
    const files = new Set(listed.output.split('\n').map((line) => line.replace(/^package\//, '')));
    const links = ['', 'docs'].flatMap((folder) => {
      const page = readFileSync(join(ROOT, folder, 'README.md'), 'utf8');
      const paths = [...page.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = '']) => path);
      return paths.map((path) => posix.join(folder, path));
    });
    assert.ok(links.length > 25);
    assert.deepEqual(
      links.filter((path) => !files.has(path)),
      [],
    );
  });
}

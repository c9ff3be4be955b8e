import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Check } from '../../../src/model/workspace/setupReport';
import { startModelServer } from '../../support/modelServer';
import { knowingModel, servesVectors } from '../../support/standInModels';
import { isAlive, until, type Ended } from './devsProcess';
import { LOOPING, SOLVING, TestWorkspace } from './testWorkspace';

interface Told {
  readonly ok: boolean;
  readonly message: string;
  readonly checks: readonly Check[];
}

describe('devs doctor', function () {
  this.timeout(90_000);
  let workspace: TestWorkspace;
  beforeEach(() => (workspace = new TestWorkspace()));
  afterEach(() => workspace.dispose());

  const doctor = (words: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
    workspace.start(['doctor', ...words], env).ended;

  async function told(words: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Told> {
    const { stdout } = await doctor(['--json', ...words], env);
    return JSON.parse(stdout) as Told;
  }

  async function check(id: string, words: readonly string[] = []): Promise<Check> {
    const { checks } = await told(words);
    const found = checks.find((each) => each.id === id);
    assert.ok(found, `no ${id} among ${checks.map((each) => each.id).join(' ')}`);
    return found;
  }

  /** A program of the workspace's own PATH. */
  function program(name: string, script: string, mode = 0o755): NodeJS.ProcessEnv {
    const folder = path.join(workspace.root, 'bin');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(folder, name), mode);
    return { PATH: `${folder}${path.delimiter}${process.env['PATH'] ?? ''}` };
  }

  /** Every file below a folder with its content. */
  function contents(folder: string): Record<string, string> {
    if (!existsSync(folder)) return {};
    const files = readdirSync(folder, { recursive: true, withFileTypes: true });
    const entries = files
      .filter((file) => file.isFile())
      .map((file) => path.join(file.parentPath, file.name))
      .map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')]);
    return Object.fromEntries(entries) as Record<string, string>;
  }

  it('warns of a done task whose verification fails now, and what to do', async () => {
    workspace.configure([SOLVING]);
    assert.equal((await workspace.devs('run')).code, 0);
    workspace.write('answer.txt', '0');
    const { code, stdout } = await doctor();
    assert.equal(code, 0);
    const text = stdout.replaceAll(/\s+/g, ' ');
    assert.match(
      text,
      /! verify fix-answer is done, but the verification fails: `[^`]*node verify\.js`: exit code 1/,
    );
    assert.match(text, /→ .*`devs retry fix-answer`/);
    assert.match(text, /1 warning; tasks can run\./);
  });

  it('says that everything is in order, and changes nothing', async () => {
    workspace.write('answer.txt', '42');
    workspace.configure([LOOPING]);
    const before = contents(workspace.root);
    const { code, stdout } = await doctor();
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^Devs\n {2}✓ Devs {14}\d+\.\d+\.\d+ on \S+ .*\n/);
    assert.match(stdout, /✓ verify .*verify\.js`: exit code 0 in /);
    assert.match(stdout, /\n\nEverything that was checked is in order\.\n$/);
    assert.deepEqual(contents(workspace.root), before);
    assert.equal(existsSync(workspace.stateDir), false);
    assert.equal(workspace.calls().length, 0);
  });

  it('names `devs init` where there is no devs.yaml', async () => {
    const { code, stdout } = await doctor();
    assert.equal(code, 1);
    assert.match(stdout, /✕ devs\.yaml .*there is none in/);
    assert.match(stdout, /→ `devs init` creates one\./);
    assert.match(stdout, /✓ Lease/);
  });

  it('tells the first mistake of devs.yaml with its line, and how many more there are', async () => {
    workspace.write('devs.yaml', 'version: 1\nagents: {}\ntaks: []\n');
    const { code, stdout } = await doctor();
    assert.equal(code, 1);
    assert.match(stdout, /✕ devs\.yaml +line 2: .*\(and 1 more problem\)/);
  });

  it('finds an agent that is missing, and one that nobody may start', async () => {
    program('closed-agent', 'true', 0o644);
    const closed = path.join(workspace.root, 'bin', 'closed-agent');
    const agents = {
      gone: { type: 'command', command: ['no-such-agent-anywhere'] },
      closed: { type: 'command', command: [closed], about: 'is closed' },
    };
    workspace.configure([LOOPING], { agents, agent: 'gone' });
    const { checks, ok } = await told(['--quick']);
    assert.equal(ok, false);
    const found = checks.filter(({ group }) => group === 'Agents');
    assert.deepEqual(
      found.map(({ id, level }) => [id, level]),
      [
        ['agent:gone', 'problem'],
        ['agent:closed', 'problem'],
      ],
    );
    assert.match(found[0]?.found ?? '', /was not found on PATH/);
    assert.match(found[1]?.found ?? '', /is not executable/);
  });

  it('asks a known agent for its version, and with --ask-agents for a word', async () => {
    const script =
      'if [ "$1" = --version ]; then echo "9.8.7 (Claude Code)"; exit; fi\ncat >&2\nexit 1';
    const env = program('claude', script);
    const agents = { claude: { type: 'command', command: ['claude', '-p'] } };
    workspace.configure([LOOPING], { agents });
    const [fine] = (await told(['--quick'], env)).checks.filter(({ group }) => group === 'Agents');
    assert.equal(fine?.level, 'ok');
    assert.match(fine.found, /^9\.8\.7 \(Claude Code\) at .*\/bin\/claude$/);
    const { code, stdout, stderr } = await doctor(['--quick', '--ask-agents'], env);
    assert.equal(code, 1);
    assert.match(stderr, /may cost money/);
    assert.match(
      stdout,
      /✕ claude .*it failed with exit code 1: .*Answer with the one word "ready"/,
    );
  });

  it('asks an agent as a run starts it, with the tools of Devs: one too old for them is found', async () => {
    const script =
      'for each; do case $each in --mcp*) echo "unknown option $each" >&2; exit 1; esac; done';
    const env = program('claude', script);
    const agents = { claude: { type: 'command', command: ['claude', '-p'], steps: 'claude' } };
    workspace.configure([LOOPING], { agents });
    const { stdout } = await doctor(['--quick', '--ask-agents'], env);
    assert.match(stdout, /✕ claude .*unknown option --mcp-config=/);
  });

  it('starts an agent that is asked in an empty folder, and leaves nothing behind', async () => {
    const script =
      'const fs = require("node:fs"); console.log(process.cwd(), fs.readdirSync(".").join());';
    workspace.write('agent.js', script);
    const agents = { own: { type: 'command', command: [process.execPath, 'agent.js'] } };
    workspace.configure([LOOPING], { agents });
    const { level, found } = await check('agent:own', ['--quick', '--ask-agents']);
    assert.equal(level, 'ok');
    const folder = /answered "(\S+devs-doctor-\S+) \.git"/.exec(found)?.[1];
    assert.ok(folder, found);
    assert.equal(existsSync(folder), false);
    const left = readdirSync(os.tmpdir()).filter((name) =>
      folder.includes(path.join(os.tmpdir(), name)),
    );
    assert.deepEqual(left, []);
  });

  it('tells a verify command that cannot start from one that fails', async () => {
    workspace.configure([LOOPING], { verify: 'no-such-verify --all' });
    const missing = await check('verify:fix-answer');
    assert.equal(missing.level, 'problem');
    assert.match(missing.found, /not found \(exit code 127\)/);
    workspace.write(
      'tests.js',
      "console.log('TAP version 13\\nok 1\\nnot ok 2\\n1..2'); process.exit(1);",
    );
    const reports = ['junit.xml'];
    workspace.configure([LOOPING], { verify: [process.execPath, 'tests.js'], reports });
    const failing = await check('verify:fix-answer');
    assert.equal(failing.level, 'warning');
    assert.match(failing.found, /exit code 1 in .*1 passed, 1 failed \(TAP\)/);
    assert.match(failing.found, /"junit\.xml" was not written/);
  });

  it('ends a verify command at its limit', async () => {
    const verify = [process.execPath, '-e', 'setInterval(() => {}, 1000)'];
    workspace.configure([LOOPING], { verify, verifyTimeout: '1s' });
    const { level, found } = await check('verify:fix-answer');
    assert.equal(level, 'problem');
    assert.match(found, /did not finish within 1 s/);
  });

  it('leaves a run alone, and says who has the lease', async () => {
    workspace.configure([{ ...LOOPING, hang: true }]);
    const run = workspace.start(['run']);
    await until('the agent is working', () => workspace.calls().length > 0);
    const { checks, ok } = await told();
    const found = (id: string) => checks.find((each) => each.id === id);
    assert.match(
      found('lease')?.found ?? '',
      new RegExp(`held by a terminal \\(pid ${run.child.pid}`),
    );
    assert.equal(found('verify:fix-answer')?.level, 'skipped');
    assert.match(found('verify:fix-answer')?.found ?? '', /a run is active in a terminal/);
    assert.equal(ok, true);
    assert.equal(isAlive(workspace.calls()[0]?.pid ?? 0), true);
  });

  it('leaves what a killed run left behind as it is', async () => {
    workspace.configure([{ ...LOOPING, hang: true }]);
    const run = workspace.start(['run']);
    await until('the agent is working', () => workspace.calls().length > 0);
    run.kill('SIGKILL');
    await run.ended;
    const before = contents(workspace.stateDir);
    const { stdout, stderr } = await doctor(['--quick']);
    assert.match(stdout, /✓ Lease +free$/m);
    assert.equal(stderr, '');
    assert.deepEqual(contents(workspace.stateDir), before);
  });

  it('tells a state directory that cannot be, and a database that is none', async () => {
    workspace.configure([LOOPING]);
    writeFileSync(path.join(workspace.root, 'file'), '');
    const below = { DEVS_STATE_DIR: path.join(workspace.root, 'file', 'state') };
    const { code, stdout } = await doctor(['--quick'], below);
    assert.equal(code, 1);
    assert.match(stdout, /✕ Directory +Could not write into .*/);
    mkdirSync(workspace.stateDir, { mode: 0o700 });
    writeFileSync(path.join(workspace.stateDir, 'devs.db'), 'no database at all');
    const { level, found } = await check('state', ['--quick']);
    assert.equal(level, 'warning');
    assert.match(found, /cannot be used/);
    assert.equal(
      readFileSync(path.join(workspace.stateDir, 'devs.db'), 'utf8'),
      'no database at all',
    );
  });

  it('really asks the models, and tells a dead endpoint', async () => {
    const content =
      '{"isRegressive":false,"noProgress":false,"external":false,"reasoning":"ready"}';
    const vectors = servesVectors(knowingModel());
    const server = await startModelServer((request, n) =>
      request.path.endsWith('/embeddings') ? vectors(request, n) : { kind: 'chat', content },
    );
    const models = (url: string) => ({
      judge: { type: 'endpoint', url, model: 'qwen3:8b' },
      embeddings: { model: 'nomic-embed-text' },
    });
    try {
      workspace.configure([LOOPING], models(server.url));
      const { checks } = await told([], { DEVS_MODEL_KEY: 'key-of-a-test-4711' });
      const found = checks.filter(({ group }) => group === 'Models');
      assert.deepEqual(
        found.map(({ level }) => level),
        ['ok', 'ok'],
        JSON.stringify(found),
      );
      assert.match(found[0]?.found ?? '', /^qwen3:8b at .* answered in .*1 call.*with a key/);
      const asked = server.requests.map((request) => request.path.replace(/.*\/v1/, ''));
      assert.equal(asked.filter((path) => path === '/chat/completions').length, 1);
      assert.deepEqual([...new Set(asked)].sort(), ['/chat/completions', '/embeddings']);
      assert.doesNotMatch(JSON.stringify(checks), /4711/);
    } finally {
      await server.close();
    }
    workspace.configure([LOOPING], models(server.url));
    const dead = await check('judge');
    assert.equal(dead.level, 'problem');
    assert.match(dead.found, /nothing listens on/);
    assert.match(dead.remedy ?? '', /\S/);
    assert.equal((await check('judge', ['--quick'])).level, 'skipped');
  });

  it('ends at Ctrl+C with what it has found, and ends what it started', async () => {
    const script =
      "require('node:fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000)";
    workspace.configure([LOOPING], { verify: [process.execPath, '-e', script] });
    const checking = workspace.start(['doctor']);
    const file = path.join(workspace.folder, 'pid');
    const pid = await until('verify runs', () => {
      const said = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
      return said === 0 ? undefined : said;
    });
    checking.kill('SIGINT');
    const { code, stdout } = await checking.ended;
    assert.equal(code, 130);
    assert.match(stdout, /\nInterrupted\.\n$/);
    await until('the end of verify', () => !isAlive(pid));
  });

  it('is not commanded by what stands in devs.yaml', async () => {
    const evil = '\u001b[2J\u001b]0;pwned\u0007\u202e$(touch pwned)`touch pwned`';
    const agents = { scripted: { type: 'command', command: [evil], about: evil } };
    workspace.configure([LOOPING], { agents, verify: [process.execPath, '-e', `'${evil}'`] });
    const { stdout, stderr } = await doctor();
    for (const text of [stdout, stderr]) {
      // eslint-disable-next-line no-control-regex -- control characters are what this is about
      assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    }
    assert.equal(existsSync(path.join(workspace.folder, 'pwned')), false);
  });
});

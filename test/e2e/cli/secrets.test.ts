import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import initSqlJs from 'sql.js';
import { TestWorkspace } from './testWorkspace';

const SECRET = 'q8Zr4Lm1+xY/7"w é';
const NAMED = 'bluewhale-7';
/** In the verify command itself. */
const URL_SECRET = 'v3rifyPassw0rd';
const OPTION_SECRET = 'opt1on-t0ken-x';
/** In the environment of an agent in `devs.yaml`. */
const AGENT_SECRET = 'agentsOwn4455';
const ALL = [SECRET, NAMED, URL_SECRET, OPTION_SECRET, AGENT_SECRET];

/** Prints its secrets in many ways; with `events` as the events of Claude Code. */
const AGENT = `const s = process.env.SHOP_TOKEN;
const all = [s, process.env.MY_VALUE, process.env.AGENT_KEY];
const base64 = (text) => Buffer.from(text).toString('base64');
const texts = all.flatMap((one) => [one, encodeURIComponent(one), new URLSearchParams({ one }).toString(),
  ...['', 'a', 'ab'].map((before) => base64(before + one + ':x')), JSON.stringify({ one })]);
const said = 'STRATEGY: print ' + s + '\\n' + texts.join('\\n') + '\\nBLOCK: ' + s;
const wait = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
const fs = require('node:fs');
const put = (text) => { for (let at = 0; at < text.length; at += 7) fs.writeSync(1, text.slice(at, at + 7)); };
process.stderr.write('refused: ' + all.join(' ') + '\\n');
fs.writeFileSync('answer.txt', '41');
fs.writeFileSync('notes.txt', process.env.NOTES === 'yes' ? all.join('\\n') : 'none');
if (process.argv[2] !== 'events') {
  for (const half of [said.slice(0, 20), said.slice(20)]) { put(half); wait(); }
} else {
  const line = (event) => put(JSON.stringify(event) + '\\n');
  const tool = (id, command) => line({ type: 'assistant', message: { content: [
    { type: 'text', text: 'I try ' + s }, { type: 'tool_use', id, name: 'Bash', input: { command } }] } });
  const result = (id, content) => line({ type: 'user', message: { content: [
    { type: 'tool_result', tool_use_id: id, content, is_error: true }] } });
  for (const id of ['1', '2', '3', '4']) { tool(id, 'echo ' + s); result(id, 'error: ' + texts.join('\\n')); }
  line({ type: 'result', subtype: 'success', result: said });
}
`;
const VERIFY = `const all = [process.env.SHOP_TOKEN, process.env.MY_VALUE, process.argv[2], process.argv[4]];
console.log('not ok: expected 42 from ' + all.join(' and '));
console.error('AssertionError: token ' + Buffer.from(all.join(',')).toString('base64'));
require('node:fs').writeFileSync('junit.xml', '<testsuite tests="1" failures="1"><testcase name="of ' +
  process.env.MY_VALUE + '"><failure message="' + process.env.MY_VALUE + '"/></testcase></testsuite>');
process.exit(1);
`;
const VERIFY_COMMAND = [
  ...[process.execPath, 'verify.js', `https://ci:${URL_SECRET}@ci.example.com/run`],
  ...['--token', OPTION_SECRET],
];

describe('a run whose programs print secrets', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  beforeEach(() => {
    workspace = new TestWorkspace();
    workspace.write('agent.js', AGENT);
    workspace.write('verify.js', VERIFY);
  });
  afterEach(() => workspace.dispose());

  const env = { SHOP_TOKEN: SECRET, MY_VALUE: NAMED, EDITOR_KEYBOARD: 'expected' };

  function configure(kind: string, more: object = {}): void {
    const agent = {
      ...{ type: 'command', command: [process.execPath, 'agent.js', kind] },
      ...{ env: { AGENT_KEY: AGENT_SECRET } },
      ...(kind === 'events' && { steps: 'claude' }),
    };
    const config = { version: 1, agents: { tester: agent }, secrets: ['MY_VALUE'], ...more };
    const tasks = [{ id: 'fix-answer', goal: 'The answer is 42.' }];
    workspace.write(
      'devs.yaml',
      JSON.stringify({ verify: VERIFY_COMMAND, reports: ['junit.xml'], tasks, ...config }),
    );
  }

  async function run(): Promise<void> {
    const { code, stdout, stderr } = await workspace.start(['run'], env).ended;
    assert.equal(code, 2, `${stdout}${stderr}`);
    assertNone('the terminal', `${stdout}${stderr}`);
  }

  for (const kind of ['text', 'events']) {
    it(`leaves none of them in any file of the state or an export, from an agent that prints ${kind}`, async () => {
      configure(kind);
      await run();
      const resume = ['resume', 'fix-answer', '--hint', `Use ${SECRET}.`];
      assert.equal((await workspace.start(resume, env).ended).code, 0);
      await run();
      const exported = path.join(workspace.root, 'exported');
      const { code, stderr } = await workspace.start(['report', '--export', exported], env).ended;
      assert.equal(code, 0, stderr);
      const files = [...filesBelow(workspace.stateDir), ...filesBelow(exported)];
      for (const file of files) assertNone(file, readFileSync(file).toString('latin1'));
      for (const text of await databaseTexts(workspace)) assertNone('devs.db', text);
      const transcripts = files.filter((file) => file.endsWith('.log'));
      assert.match(readFileSync(transcripts[0] ?? '', 'utf8'), /\*\*\*/);
      // What only looks alike stays.
      assert.match(transcripts.map((file) => readFileSync(file, 'utf8')).join(''), /expected/);
    });
  }

  it('keeps them in transcripts where devs.yaml says so, and not in an export', async () => {
    configure('text', { rawTranscripts: true });
    await run();
    const files = filesBelow(workspace.stateDir);
    const [transcripts, others] = [
      files.filter((file) => file.endsWith('.agent.log')),
      files.filter((file) => !file.endsWith('.log')),
    ];
    for (const file of others) assertNone(file, readFileSync(file).toString('latin1'));
    assert.ok(readFileSync(transcripts[0] ?? '', 'utf8').includes(SECRET));
    const exported = path.join(workspace.root, 'exported');
    await workspace.start(['report', '--export', exported], env).ended;
    const copies = filesBelow(exported);
    assert.ok(copies.length > 2, copies.join());
    for (const file of copies) assertNone(file, readFileSync(file).toString('latin1'));
  });

  it('leaves none of them in the diff of a run report', async () => {
    configure('text');
    const { code } = await workspace.start(['run'], { ...env, NOTES: 'yes' }).ended;
    assert.equal(code, 2);
    const diffs = filesBelow(workspace.stateDir).filter((file) => file.endsWith('.diff'));
    assert.ok(diffs.length > 0);
    for (const file of diffs) assertNone(file, readFileSync(file, 'utf8'));
    // The workspace's own file is not touched, and rewind brings back what was there.
    assert.ok(workspace.read('notes.txt').includes(SECRET));
  });

  it('says that a verification failed alike, turn after turn', async () => {
    configure('text');
    await run();
    const [task] = await workspace.query('SELECT status, entropy_count FROM tasks');
    assert.equal(task?.['status'], 'PAUSED_FOR_INTERVENTION');
  });
});

/** Every form in which the agent prints them. */
function forms(secret: string): readonly string[] {
  const base64 = [0, 1, 2].map((before) => {
    const encoded = Buffer.from(`${'a'.repeat(before)}${secret}`).toString('base64');
    return encoded.replaceAll('=', '').slice(before === 0 ? 0 : before + 1, -2);
  });
  const bytes = Buffer.from(secret).toString('latin1');
  return [secret, bytes, JSON.stringify(bytes).slice(1, -1), encodeURIComponent(secret), ...base64];
}

function assertNone(place: string, text: string): void {
  for (const secret of ALL) {
    for (const form of forms(secret)) {
      const at = text.indexOf(form);
      assert.equal(at, -1, `${place}: ${text.slice(Math.max(0, at - 80), at + 80)}`);
    }
  }
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** Every text of every table, compressed ones too. */
async function databaseTexts(workspace: TestWorkspace): Promise<readonly string[]> {
  const { Database } = await initSqlJs();
  const database = new Database(readFileSync(path.join(workspace.stateDir, 'devs.db')));
  const tables =
    database.exec("SELECT name FROM sqlite_master WHERE type = 'table'")[0]?.values ?? [];
  const cells = tables.flatMap(
    ([name]) => database.exec(`SELECT * FROM "${String(name)}"`)[0]?.values ?? [],
  );
  database.close();
  return cells.flat().map((cell) => {
    if (!(cell instanceof Uint8Array)) return String(cell);
    try {
      return inflateRawSync(cell).toString('utf8');
    } catch {
      return Buffer.from(cell).toString('latin1');
    }
  });
}

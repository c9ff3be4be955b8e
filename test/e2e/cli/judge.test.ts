import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { honestAnswer } from '../../support/honestModel';
import { startModelServer, type ModelScript, type ModelServer } from '../../support/modelServer';
import { describeAtFullScale, everyNth } from '../../support/scale';
import type { Ended } from './devsProcess';
import { TestWorkspace, type Step } from './testWorkspace';

const KEY = 'sk-e2e-0123456789abcdefghij';
const CHAPTERS = 'one two three four five six seven eight nine ten eleven'.split(' ');

/** Says which chapter is missing, until all of them are there; nothing in it can be measured. */
const VERIFY = `const guide = require('node:fs').readFileSync('guide.txt', 'utf8');
const missing = ${JSON.stringify(CHAPTERS)}.find((name) => !guide.includes('chapter ' + name));
if (missing) { console.error('the guide has no chapter ' + missing); process.exit(1); }
`;

/** One more chapter at each call. */
const WRITING: readonly Step[] = CHAPTERS.map((name, index) => ({
  reply: `STRATEGY: write chapter ${name}`,
  write: {
    'guide.txt': CHAPTERS.slice(0, index + 1)
      .map((each) => `chapter ${each}\n`)
      .join(''),
  },
}));

const HONEST: ModelScript = ({ body }) => {
  const { messages } = body as { messages: readonly { role: string; content: string }[] };
  const user = messages.find(({ role }) => role === 'user')?.content ?? '';
  return {
    kind: 'chat',
    content: honestAnswer({ user }),
    more: { usage: { prompt_tokens: 700, completion_tokens: 40, total_tokens: 740 } },
  };
};

/** Every file below a folder, as one text. */
function allFiles(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'latin1'))
    .join('\n');
}

describeAtFullScale('a judge model in the terminal', function () {
  this.timeout(90_000);
  let workspace: TestWorkspace;
  let server: ModelServer;

  beforeEach(() => {
    workspace = new TestWorkspace();
    workspace.write('guide.txt', '');
    workspace.write('verify.js', VERIFY);
  });
  afterEach(async () => {
    await server.close();
    await workspace.dispose();
  });

  async function run(script: ModelScript, judge: object = {}): Promise<Ended> {
    server = await startModelServer(script);
    workspace.configure(WRITING, {
      tasks: [{ id: 'guide', goal: 'The guide has eleven chapters.' }],
      judge: {
        ...{ type: 'endpoint', url: server.url, model: 'scripted', maxCalls: 100 },
        prices: { input: 2, output: 10 },
        ...judge,
      },
    });
    return await workspace.start(['run'], { DEVS_MODEL_KEY: KEY }).ended;
  }

  it('lets a task go on that rules alone would have paused, and says why; nothing it starts has the key', async () => {
    const told = path.join(workspace.root, 'key.txt');
    const tell = `require('node:fs').writeFileSync(${JSON.stringify(told)}, String(process.env.DEVS_MODEL_KEY));`;
    workspace.write('verify.js', `${tell}\n${VERIFY}`);
    const { code, stdout } = await run(HONEST);

    assert.equal(code, 0, stdout);
    assert.match(stdout, /the judge \(scripted at 127\.0\.0\.1:\d+\) says: progress/);
    const turns = await workspace.query('SELECT outcome FROM turns ORDER BY number');
    assert.deepEqual(
      turns.map(({ outcome }) => outcome),
      ['no_progress', ...Array<string>(9).fill('progress'), 'success'],
    );
    // Progress is believed after a control question.
    assert.equal(server.requests.length, 18);
    assert.ok(server.requests.every(({ headers }) => headers.authorization === `Bearer ${KEY}`));
    const { stdout: report } = await workspace.devs('report');
    assert.match(report, /18 calls/);
    assert.equal(readFileSync(told, 'utf8'), 'undefined');
  });

  it('pauses as without one when its calls are used up', async () => {
    const { code, stdout } = await run(HONEST, { maxCalls: 1 });

    assert.equal(code, 2, stdout);
    assert.equal(server.requests.length, 0);
    const { stdout: report } = await workspace.devs('report', 'guide');
    assert.match(report, /its calls for this task are used up/);
  });

  for (const [name, script] of everyNth(4, [
    ['hangs up', () => ({ kind: 'hangs up', when: 'midway' })],
    ['answers 401', () => ({ kind: 'status', status: 401 })],
    ['answers 500', () => ({ kind: 'status', status: 500 })],
    ['lies about its schema', () => ({ kind: 'chat', content: '{"progress": true}' })],
  ] as const satisfies readonly (readonly [string, ModelScript])[])) {
    it(`pauses after nine turns with one that ${name}; no file and no output holds its key`, async () => {
      const { code, stdout, stderr } = await run(script);

      assert.equal(code, 2, stdout);
      const turns = await workspace.query('SELECT entropy_after FROM turns ORDER BY number');
      assert.deepEqual(
        turns.map((turn) => turn['entropy_after']),
        [1, 2, 3, 1, 2, 3, 1, 2, 3],
      );
      assert.match(`${stdout}${stderr}`, /so only the rules do/);
      for (const text of [stdout, stderr, allFiles(workspace.root)])
        assert.ok(!text.includes('0123456789abcdefghij'));
    });
  }
});

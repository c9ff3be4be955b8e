import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { gzipSync } from 'node:zlib';
import { replayRecordings } from '../../../src/app/read/replayRecordings';
import { runCli } from '../../../src/cli/cli';
import { anOverview, FakeHost } from './fakeApp';

const STEP = { tool: 'bash', args: 'npm test', obs: '1 failing', err: true };
const RUN = `${JSON.stringify({ steps: [STEP, STEP, STEP, STEP] })}\n`;

describe('what devs replay reads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'devs-replay-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  const piped = async (
    content: string | Buffer,
    ...words: readonly string[]
  ): Promise<{ code: number; stdout: string; stderr: string }> => {
    const host = new FakeHost(['replay', ...words]);
    host.stdin.end(content);
    const code = await runCli(host);
    return { code, stdout: host.stdout.text, stderr: host.stderr.text };
  };

  it('reads standard input where a file is called -, packed or not', async () => {
    for (const content of [RUN, gzipSync(RUN)]) {
      const { code, stdout, stderr } = await piped(content, '-');
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, /^■ stdin {2}4 steps, stuck at step 2/);
    }
    const { code, stderr } = await piped('hello\n', '--json', '-');
    assert.equal(code, 1);
    assert.match(stderr, /^-: It contains no recorded run of a known format/);
  });

  it('waits for nobody to type a recording', async () => {
    const host = new FakeHost(['replay', '-'], undefined, true);
    assert.equal(await runCli(host), 1);
    assert.match(host.stderr.text, /^-: Standard input is a terminal;/);
  });

  it('says on a terminal what it reads, and takes the line away before it writes', async () => {
    const file = join(folder, 'night.jsonl');
    writeFileSync(file, RUN);
    const host = new FakeHost(['replay', file, '-'], undefined, true);
    host.stdin.isTTY = false;
    const ends = runCli(host);
    await until(() => host.stdout.text.includes('stuck at step 2'));
    host.passSecond();
    const line = stripVTControlCharacters(host.stdout.text).split('\n').at(-2);
    assert.equal(line, '▸ reading standard input  1 run  1s');
    host.stdin.end(RUN);
    assert.equal(await ends, 0);
    const after = host.stdout.text.slice(host.stdout.text.indexOf('reading'));
    assert.ok(after.slice(0, after.indexOf('■')).includes('\u001b[2K'), after);
    assert.match(host.stdout.text, /stuck at step 2[^\n]*\n[^\n]* {2}standard input/);
    assert.equal(host.leftListeners, 0);
  });

  it('lets others work while the detectors look at a long run', async () => {
    const steps = Array.from({ length: 10_000 }, (_, at) => ({ ...STEP, args: `call ${at}` }));
    const input = Readable.from([Buffer.from(`${JSON.stringify({ id: 'long', steps })}\n`)]);
    let turns = 0;
    let next: NodeJS.Immediate;
    const count = (): void => {
      turns += 1;
      next = setImmediate(count);
    };
    next = setImmediate(count);
    for await (const item of replayRecordings('-', anOverview().limits, { input })) {
      assert.equal(item.kind, 'run');
    }
    clearImmediate(next);
    assert.ok(turns >= 5, String(turns));
  });
});

/** Lets the program work until this holds. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

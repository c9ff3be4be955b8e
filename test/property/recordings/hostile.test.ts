import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { MAX_PROMPT_CHARACTERS } from '../../../src/platform/recordings/parts/userPrompt';
import { readRecording } from '../../../src/platform/recordings/readRecording';
import { recordingLines } from '../../../src/platform/recordings/recordingLines';
import { recordingBytes, type ReadingEnd } from '../../../src/platform/recordings/recordingBytes';
import { readRecordings } from '../../../src/app/read/replayRecordings';
import type { RecordingItem } from '../../../src/model/steps/replayedRun';
import {
  aRun,
  FIXTURES,
  lines,
  readAll,
  Scratch,
  type Read,
} from '../../unit/platform/recordings/support';
import { damaged } from '../../support/damage';
import { COUNTS } from '../../support/scale';

const RECORDINGS = readdirSync(FIXTURES)
  .filter((name) => statSync(join(FIXTURES, name)).isFile())
  .map((name) => [name, readFileSync(join(FIXTURES, name))] as const);

function isWellFormed({ runs, problems }: Read): void {
  assert.ok(runs.length + problems.length > 0, 'says nothing at all');
  for (const { message } of problems) assert.match(message, /^[A-Z"].+[.]$/s);
  for (const { steps, asked } of runs) {
    assert.ok(asked === undefined || (asked !== '' && asked.length <= MAX_PROMPT_CHARACTERS));
    steps.forEach(({ number, tool, args, result, thought }, at) => {
      assert.ok(at === 0 || number > (steps[at - 1]?.number ?? -1));
      for (const text of [tool, args, result, thought]) assert.equal(typeof text, 'string');
    });
  }
}

describe('hostile recordings', () => {
  const scratch = new Scratch();
  after(() => scratch.remove());

  const only = async (content: string | Buffer): Promise<string> => {
    const { runs, problems } = await scratch.read(content);
    assert.deepEqual([runs.length, problems.length], [0, 1]);
    return problems[0]?.message ?? '';
  };

  it('a file that is not there, a folder and a device are told as what they are', async () => {
    assert.match((await readAll('/no/such/file')).problems[0]?.message ?? '', /no such file/);
    assert.match((await readAll(FIXTURES)).problems[0]?.message ?? '', /is a folder/);
    assert.match((await readAll('/dev/null')).problems[0]?.message ?? '', /is not a file/);
  });

  it('an empty file, binary, UTF-16 and other texts are told as what they are', async () => {
    assert.match(await only(''), /empty/);
    assert.match(await only(' \n\n'), /empty/);
    assert.match(await only(Buffer.from([0x89, 0x50, 0, 0, 1])), /binary/);
    assert.match(await only(Buffer.from(`\ufeff${lines(aRun('a'))}`, 'utf16le')), /UTF-16/);
    assert.match(await only('# Notes\n\nNothing here.\n'), /known format/);
    assert.match(await only('{"name": "shop", "version": "1.0.0"}'), /known format/);
    assert.match(await only('[\n  1,\n  2\n]'), /not a recorded run/);
    assert.match(await only('"text"\n42\nnull\n'), /known format/);
    const damaged = Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.from('no gzip at all')]);
    assert.match(await only(damaged), /damaged from its beginning:/);
  });

  it('an evaluation that came to nothing is a run without steps, a list of anything else is none', async () => {
    const { runs, problems } = await scratch.read('{"instance_id": "shop-7", "history": []}\n');
    assert.deepEqual([runs.map(({ id }) => id), problems], [['shop-7'], []]);
    assert.match(await only('{"name": "shop", "history": []}\n'), /known format/);
  });

  it('lines above the first run are told where they are none, as those below it are', async () => {
    const odd = '{"name": "shop"}\n42\n';
    const { runs, problems } = await scratch.read(`${odd}${lines(aRun('a'))}${odd}`);
    assert.equal(runs.length, 1);
    assert.deepEqual(
      problems.map(({ line }) => line),
      [1, 2, 4, 5],
    );
  });

  it('a broken document is told with the line at which it breaks', async () => {
    const { problems } = await scratch.read('{\n  "trajectory": [\n    {"action": oops}\n  ]\n}\n');
    assert.deepEqual(
      problems.map(({ line }) => line),
      [3],
    );
  });

  it('a line that is longer than the limit is left out, and the next one is read', async () => {
    async function* bytes(): AsyncGenerator<Buffer, ReadingEnd, void> {
      await Promise.resolve();
      yield Buffer.from('short\n12345');
      yield Buffer.from('67890\nlast');
      return { kind: 'whole' };
    }
    const found = [];
    for await (const line of recordingLines(bytes(), 9)) found.push(line);
    assert.deepEqual(found, [
      { number: 1, text: 'short' },
      { number: 2 },
      { number: 3, text: 'last' },
    ]);
  });

  it('few bytes that become very many leave room for everything else, and millions of lines only count', async () => {
    const zipped = gzipSync(
      `${'\n'.repeat(20_000_000)}${lines(aRun('last'))}{"id": "torn", "steps"\n`,
    );
    const file = scratch.write(zipped, 'bomb.jsonl.gz');
    let others = 0;
    let chunks = 0;
    for await (const chunk of recordingBytes(file)) {
      if (chunks > 1) assert.ok(others > 0, 'nothing else could work');
      if (chunks === 0) setImmediate(() => (others += 1));
      chunks += chunk.length > 0 ? 1 : 0;
    }
    const { runs, problems } = await readAll(file);
    assert.deepEqual([runs[0]?.id, problems[0]?.line], ['last', 20_000_002]);
  });

  it('JSON that is nested a hundred thousand deep does not end the reading', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const run = `{"id":"deep","steps":[{"tool":"x","args":${deep},"obs":${deep}}]}`;
    const read = await scratch.read(`${run}\n${lines(aRun('after'))}`);
    assert.equal(read.runs.at(-1)?.id, 'after');
    isWellFormed(read);
  });

  it('arguments of ten megabytes are read', async () => {
    const args = 'x'.repeat(10_000_000);
    const { runs } = await scratch.read(
      lines({ id: 'a', steps: [{ tool: 'bash', args, obs: '' }] }),
    );
    assert.equal(runs[0]?.steps[0]?.args.length, 10_000_000);
  });

  it('any bytes are answered with runs or problems, never with an exception', async () => {
    const bytes = fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array));
    const texts = fc.json().map((text) => Buffer.from(text));
    const check = async (content: Buffer): Promise<void> =>
      isWellFormed(await scratch.read(content));
    await fc.assert(fc.asyncProperty(fc.oneof(bytes, texts), check), {
      numRuns: COUNTS.recordings,
    });
  });

  for (const [name, recording] of RECORDINGS) {
    it(`${name} with bytes changed, cut or zipped is answered with runs or problems`, async () => {
      const damage = fc.record({
        from: fc.double({ min: 0, max: 1, noNaN: true }),
        insert: fc.oneof(
          fc.string({ maxLength: 8 }),
          fc.constantFrom('null', '[', '{}', '"', '\n'),
        ),
        remove: fc.nat({ max: 60 }),
        zip: fc.boolean(),
      });
      const check = fc.asyncProperty(damage, async ({ from, insert, remove, zip }) => {
        const at = Math.floor(from * recording.length);
        const rest = recording.subarray(at + remove);
        const changed = Buffer.concat([recording.subarray(0, at), Buffer.from(insert), rest]);
        const zipped = zip ? gzipSync(changed).subarray(0, -1 - remove) : changed;
        isWellFormed(await scratch.read(zipped));
      });
      await fc.assert(check, { numRuns: COUNTS.recordings });
    });

    it(`${name} with values of other types in the place of its own is read to its end`, async () => {
      const texts = damaged([recording.toString()]);
      const check = fc.asyncProperty(texts, async (text) => {
        isWellFormed(await scratch.read(text));
      });
      await fc.assert(check, { numRuns: COUNTS.recordings });
    });
  }

  it('a pipe is read as a file is', async () => {
    if (process.platform === 'win32') return;
    const pipe = join(scratch.folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const file = scratch.write(lines(aRun('a')), 'source.jsonl');
    const writer = spawn('sh', ['-c', 'cat "$1" > "$2"', 'sh', file, pipe], { stdio: 'inherit' });
    const ended = new Promise((resolve) => writer.once('exit', resolve));
    assert.equal((await readAll(pipe)).runs.length, 1);
    await ended;
  });

  it('a recording that never ends is read no further once that is not wanted any more', async () => {
    if (process.platform === 'win32') return;
    const pipe = join(scratch.folder, 'endless');
    execFileSync('mkfifo', [pipe]);
    const first = scratch.write(lines(aRun('first')), 'first.jsonl');
    const script = '(cat "$1"; exec yes "") > "$2"';
    const writer = spawn('sh', ['-c', script, 'sh', first, pipe], { stdio: 'ignore' });
    const ended = new Promise((resolve) => writer.once('exit', resolve));
    const stop = new AbortController();
    const kinds: string[] = [];
    for await (const { kind } of readRecording(pipe, { signal: stop.signal })) {
      kinds.push(kind);
      stop.abort();
    }
    // It has nobody to write for any more.
    await ended;
    assert.deepEqual(kinds, ['run']);
  });

  it('a pipe is left alone where nobody can wait for it, and below a folder always', async () => {
    if (process.platform === 'win32') return;
    const folder = join(scratch.folder, 'pipes');
    mkdirSync(folder);
    execFileSync('mkfifo', [join(folder, 'pipe.jsonl')]);
    symlinkSync('pipe.jsonl', join(folder, 'link.jsonl'));
    symlinkSync('/dev/zero', join(folder, 'zeros.jsonl'));
    const items: RecordingItem[] = [];
    for await (const item of readRecording(join(folder, 'link.jsonl'), { pipes: false })) {
      items.push(item);
    }
    for await (const item of readRecordings(folder)) items.push(item);
    assert.deepEqual(
      items.map((item) => (item.kind === 'problem' ? item.problem.message.slice(0, 18) : 'run')),
      ['It is not a file.', 'There is no record'],
    );
  });
});

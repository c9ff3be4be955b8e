import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { devs } from './fakeApp';

/** A run that makes the same failing call so many times, after two others. */
function looping(id: string, times = 8): object {
  const before = ['ls', 'cat a.js'].map((args) => ({ tool: 'bash', args, obs: `${args} done` }));
  const failing = { tool: 'bash', args: 'npm test', obs: '1 failing', err: true };
  return { id, steps: [...before, ...Array.from({ length: times }, () => failing)] };
}

/** A run in which nothing happens twice. */
function working(id: string): object {
  const words = ['ls', 'cat a.js', 'npm test', 'git diff'];
  return { id, steps: words.map((args, i) => ({ tool: 'bash', args, obs: `${args}: ${i}` })) };
}

describe('what devs replay shows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'devs-replay-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  const write = (name: string, ...values: readonly object[]): string => {
    const file = join(folder, name);
    writeFileSync(file, values.map((value) => `${JSON.stringify(value)}\n`).join(''));
    return file;
  };
  const replayed = (...words: readonly string[]): ReturnType<typeof devs> =>
    devs(['replay', ...words]);

  it('takes other pictures for other results, and the same picture for the same one', async () => {
    const shot = (data: string): object => ({ type: 'image', source: { type: 'base64', data } });
    const looks = (pictures: readonly string[]): readonly object[] =>
      pictures.flatMap((data, at) => {
        const block = { type: 'tool_use', id: `t${at}`, name: 'mcp__browser__shot', input: {} };
        const result = { type: 'tool_result', tool_use_id: `t${at}`, content: [shot(data)] };
        return [
          { type: 'assistant', sessionId: 's', message: { content: [block] } },
          { type: 'user', sessionId: 's', message: { content: [result] } },
        ];
      });
    const fires = async (pictures: readonly string[]): Promise<number> => {
      const { stdout } = await replayed('--json', write('shots.jsonl', ...looks(pictures)));
      return (JSON.parse(stdout) as { fires: unknown[] }).fires.length;
    };
    assert.equal(await fires(['iVBORw0', 'iVBORw1', 'iVBORw2', 'iVBORw3', 'iVBORw4']), 0);
    assert.notEqual(await fires(['iVBORw0', 'iVBORw0', 'iVBORw0']), 0);
  });

  it('says which file a run stands in where there is more than one', async () => {
    const one = write('one.jsonl', looping('a'), working('b'));
    const other = write('other.jsonl', looping('a'), working('b'));
    const both = (await replayed(one, other)).stdout;
    for (const file of [one, other]) {
      assert.ok(both.includes(`would have saved 5 steps (50 %)\n  ${file}\n\n`), both);
      assert.ok(both.includes(`✓ b  4 steps, nothing found  ${file}\n`), both);
    }
    assert.ok(!(await replayed(one)).stdout.includes(one));
  });

  it('takes a name that is empty for no file, not for the folder it is in', async () => {
    const { code, stdout, stderr } = await replayed('');
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /A file name is empty/);
  });

  it('groups the digits of every count', async () => {
    const quiet = Array.from({ length: 1_100 }, (_, n) => working(`w${n}`));
    const loops = Array.from({ length: 1_001 }, (_, n) => looping(`a${n}`, 3));
    const { stdout } = await replayed(write('counts.jsonl', ...quiet, ...loops));
    assert.match(stdout, /2,101 runs, .*: 1,001 stuck, 0 suspected only, 1,100 with nothing found/);
    const long = await replayed(write('long.jsonl', looping('long', 3_000)));
    assert.match(long.stdout, /… 2,9\d\d steps …/);
  });

  it('leaves no gap where a call has no arguments', async () => {
    const steps = Array.from({ length: 4 }, () => ({ tool: 'status', obs: 'failed' }));
    const { stdout } = await replayed(write('bare.jsonl', { id: 'bare', steps }));
    assert.match(stdout, /A 0 {2}status → failed\n/);
  });

  it('tells what is wrong with a whole file even behind many broken lines of it', async () => {
    const broken = Array.from({ length: 40 }, (_, n) => `{"id": "b${n}",`);
    const whole = gzipSync([JSON.stringify(looping('a')), ...broken, ''].join('\n'));
    const file = join(folder, 'cut.jsonl.gz');
    writeFileSync(file, whole.subarray(0, -6));
    const { code, stderr } = await replayed(file);
    assert.equal(code, 1);
    assert.match(stderr, /The file is damaged, only the part before the damage is read/);
    assert.match(stderr, /… and 20 more of these\.\n$/);
  });

  describe('of what a run was asked for', () => {
    const KEY = 'sk-ant-api03-q8Zt5Lk2Wm9Rb4';
    /** A chat in which the same call fails so many times. */
    const chat = (name: string, asked: string, times: number): object => {
      const call = { function: { name: 'bash', arguments: 'npm test' } };
      const turn = [
        { role: 'assistant', content: '', tool_calls: [call] },
        { role: 'tool', content: '1 failing' },
      ];
      const turns = Array.from({ length: times }, () => turn).flat();
      return { instance_id: name, messages: [{ role: 'user', content: asked }, ...turns] };
    };

    it('shows the first line’s worth below the name, of a named run without findings as well', async () => {
      const file = write(
        'asked.jsonl',
        chat('loop', 'Fix the\n  rounding.', 5),
        chat('calm', 'Draw it.', 1),
      );
      const { stdout } = await replayed(file);
      assert.match(stdout, /^■ loop {2}5 steps, .*\n {2}“Fix the rounding\.”\n\n/);
      assert.match(stdout, /\n✓ calm {2}1 step, nothing found\n {2}“Draw it\.”\n\n/);
      const both = (await replayed(file, write('more.jsonl', working('b')))).stdout;
      assert.ok(both.includes(`\n  “Fix the rounding.”\n  ${file}\n\n`), both);
      assert.ok(both.includes(`nothing found  ${file}\n  “Draw it.”\n`), both);
    });

    it('keeps it to one line of the terminal, harmless, its secrets masked', async () => {
      const evil = '\u001b]0;owned\u0007\u001b[2J\u202e\u200b';
      for (const asked of [
        'word '.repeat(2_000_000),
        `${'x'.repeat(75)} ${KEY} and more`,
        `${'x'.repeat(85)} ${KEY}`,
        `${evil}Fix ${evil}`,
      ]) {
        const { stdout } = await replayed(write('hostile.jsonl', chat('loop', asked, 5)));
        const [, line = ''] = stdout.split('\n');
        assert.match(line, /^ {2}“.+”$/);
        assert.ok(line.length <= 100, line);
        assert.doesNotMatch(line, /q8Z|sk-ant|\p{Cc}|\p{Cf}/u);
      }
    });

    it('keeps it out of what programs read', async () => {
      const { stdout } = await replayed('--json', write('json.jsonl', chat('loop', 'Fix it.', 5)));
      assert.deepEqual(Object.keys(JSON.parse(stdout) as object), ['id', 'fires', 'steps', 'file']);
    });
  });

  it('counts nothing as saved that the user asked for afterwards', async () => {
    const call = {
      name: 'bash',
      args: { command: 'npm test' },
      status: 'error',
      result: '1 failing',
    };
    const failing = { type: 'gemini', content: '', toolCalls: [call] };
    const says = (content: string): object => ({ type: 'user', content });
    const session = (...after: readonly object[]): string => {
      const messages = [says('Fix it.'), failing, failing, failing, ...after];
      return write('chat.json', { sessionId: 'chat', messages });
    };
    const { stdout } = await replayed(session(says('Leave it.'), failing));
    assert.match(stdout, /4 steps, stuck at step 2, the last of its turn: nothing came after it\n/);
    const more = await replayed(session(failing, says('Leave it.'), failing));
    assert.match(more.stdout, /5 steps, stuck at step 2, would have saved 1 step \(20 %\)\n/);
  });

  it('says of a run that is stuck at its last step that nothing came after', async () => {
    const one = await replayed(write('last.jsonl', looping('a', 3)));
    assert.match(one.stdout, /^■ a {2}5 steps, stuck at step 4, its last: nothing came after it\n/);
    assert.match(one.stdout, /\nIt was stuck at the end of its turn: no later steps could/);
    const two = await replayed(write('lasts.jsonl', looping('a', 3), looping('b', 3)));
    assert.match(two.stdout, /\nEach was stuck at the end of its turn: no later steps could/);
    const some = await replayed(write('some.jsonl', looping('a', 3), looping('b', 5)));
    assert.match(some.stdout, /would have saved 2 steps \(17 %\)\.\n$/);
    for (const { stdout } of [one, two, some]) assert.doesNotMatch(stdout, /saved 0/);
  });
});

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TurnReader } from '../../../../src/app/turn/turnReader';
import { TRANSCRIPT_HEAD_BYTES } from '../../../../src/platform/process/transcript';
import { wholeTurn } from '../../../../src/vscode/taskPage/turnSteps';
import { claudeAnswer, claudeCall, claudeResult, claudeStart } from '../../../support/claudeStream';

const HEADER = '[devs] command: ["claude"]\n[devs] directory: /work\n\n';
const EDIT = { file_path: 'src/cart.js', old_string: 'a\nb\n', new_string: 'a\nc\n' };

describe('the steps of a turn', () => {
  let folder: string;
  let file: string;
  const reader = (...names: readonly string[]): TurnReader =>
    new TurnReader(() => Promise.resolve(names.map((name) => join(folder, name))));
  const write = (name: string, ...lines: readonly string[]): Promise<void> =>
    writeFile(join(folder, name), `${HEADER}${lines.join('\n')}\n`);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'devs-turn-'));
    file = join(folder, 't1.agent.log');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('are its calls in words, each with its result and diff', async () => {
    await write(
      't1.agent.log',
      claudeStart(),
      claudeCall('1', 'Bash', { command: 'npm test' }),
      claudeResult('1', '1 failing\nrounds half to even', true),
      claudeCall('2', 'Edit', EDIT),
      claudeResult('2', 'The file has been updated.'),
    );
    const turn = reader('t1.agent.log');
    const { lines, calls, problems, output } = await turn.read();
    deepEqual(
      lines.map(({ tool, call, failed, result }) => [tool, call, failed, result]),
      [
        ['Bash', 'npm test', true, '1 failing rounds half to even'],
        ['Edit', 'src/cart.js +1 −1', undefined, 'The file has been updated.'],
      ],
    );
    deepEqual([calls, problems, output], [[{ name: '', first: 0 }], [], '']);
    equal(turn.find(0)?.call, 'npm test');
    deepEqual(turn.find(1)?.diffs, [{ path: 'src/cart.js', lines: [' a', '-b', '+c'], left: 0 }]);
    equal(turn.find(2), undefined);
  });

  it('are said to come later where a call that runs has printed more than is stored', async () => {
    const told = async (name: string): Promise<readonly string[]> => {
      const reading = await reader(name).read();
      return wholeTurn({ turn: 1, running: true, reading }, 1).problems;
    };
    await write('t1.agent.log', claudeStart());
    deepEqual(await told('t1.agent.log'), []);
    await appendFile(file, '\n'.repeat(TRANSCRIPT_HEAD_BYTES));
    match((await told('t1.agent.log')).join('\n'), /Later steps appear when this turn ends\.$/);
  });

  it('are followed while the agent prints them: lines that were there stay the same', async () => {
    await write('t1.agent.log', claudeStart(), claudeCall('1', 'Read', { file_path: 'a.js' }));
    const turn = reader('t1.agent.log');
    deepEqual((await turn.read()).lines, []);
    await appendFile(file, `${claudeResult('1', 'text')}\n`);
    const first = await turn.read();
    equal(first.lines.length, 1);
    equal(await turn.read(), first);
    const cut = claudeCall('2', 'Read', { file_path: 'b.js' });
    await appendFile(file, cut.slice(0, 40));
    await appendFile(file, `${cut.slice(40)}\n${claudeResult('2', 'more')}\n`);
    const second = await turn.read();
    deepEqual(
      second.lines.map(({ call }) => call),
      ['a.js', 'b.js'],
    );
    equal(second.lines[0], first.lines[0]);
  });

  it('survive broken lines, lines of a megabyte, binary bytes and a missing file', async () => {
    const huge = 'x'.repeat(1_000_000);
    await write(
      't1.agent.log',
      claudeStart(),
      '{"type":"assistant","message":',
      claudeCall('1', 'Bash', { command: `echo ${huge}` }),
      claudeResult('1', `<script>alert(1)</script>${huge}`),
      '\u0000\u0001\u0002 noise',
      claudeAnswer('done'),
    );
    const turn = reader('t1.agent.log', 'gone.agent.log');
    const { lines, problems } = await turn.read();
    deepEqual(
      lines.map(({ tool, call, result }) => [tool, call.length < 200, result.length <= 160]),
      [['Bash', true, true]],
    );
    equal(turn.find(0)?.step.result.length, huge.length + 25);
    match(problems.join('\n'), /Line 5 of the transcript: .*JSON/);
    match(problems.join('\n'), /no such file/);
  });

  it('name the calls of a turn with roles, in order', async () => {
    await write(
      't1.01-planner.agent.log',
      claudeCall('1', 'Read', { file_path: 'a' }),
      claudeResult('1', 'x'),
    );
    await write(
      't1.02-coder.agent.log',
      claudeCall('1', 'Read', { file_path: 'b' }),
      claudeResult('1', 'y'),
    );
    const { lines, calls } = await reader(
      't1.01-planner.agent.log',
      't1.02-coder.agent.log',
    ).read();
    deepEqual(
      lines.map(({ call }) => call),
      ['a', 'b'],
    );
    deepEqual(calls, [
      { name: '01-planner', first: 0 },
      { name: '02-coder', first: 1 },
    ]);
  });

  it('are what it printed, of an agent that prints no events', async () => {
    await write(
      't1.agent.log',
      'I look at the cart.',
      'STRATEGY: round once',
      '[devs] exit code 0',
    );
    const { lines, output, problems } = await reader('t1.agent.log').read();
    deepEqual([lines, problems], [[], []]);
    equal(output, 'I look at the cart.\nSTRATEGY: round once');
  });

  it('are found by words anywhere in them, whatever their case', async () => {
    await write(
      't1.agent.log',
      claudeCall('1', 'Bash', { command: 'npm test' }),
      claudeResult('1', `${'passed\n'.repeat(5_000)}Expected 9.73`),
      claudeCall('2', 'Read', { file_path: 'src/Cart.js' }),
      claudeResult('2', 'text'),
    );
    const turn = reader('t1.agent.log');
    await turn.read();
    deepEqual(turn.search(' expected 9.73 '), [0]);
    deepEqual(turn.search('CART'), [1]);
    deepEqual([turn.search(''), turn.search('nowhere')], [[], []]);
  });

  it('never show a secret', async () => {
    const secret = 'sk-abcdefghijklmnop';
    await write(
      't1.agent.log',
      claudeCall('1', 'Edit', { ...EDIT, new_string: `key = "${secret}"` }),
      claudeResult('1', `token=${secret}`),
    );
    const turn = reader('t1.agent.log');
    const { lines } = await turn.read();
    ok(!JSON.stringify([lines, turn.find(0)?.diffs]).includes(secret));
  });
});

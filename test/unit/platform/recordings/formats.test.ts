import assert from 'node:assert/strict';
import { join } from 'node:path';
import { FIXTURES, readAll } from './support';

/** What each recording tells: the tests fail, the rounding is changed, the tests pass. */
interface Telling {
  readonly file: string;
  readonly id: string;
  readonly tools: readonly [test: string, edit: string];
  /** Tells the first call from the last one by whether it failed. */
  readonly errors: boolean;
  readonly spokenFirst?: true;
}

const TELLINGS: readonly Telling[] = [
  { file: 'claude-transcript.jsonl', id: '5e55-1', tools: ['Bash', 'Edit'], errors: true },
  { file: 'claude-stream.jsonl', id: '5e55-3', tools: ['Bash', 'Edit'], errors: true },
  {
    file: 'codex-events.jsonl',
    id: 'th-1',
    tools: ['command_execution', 'file_change'],
    errors: true,
  },
  {
    file: 'codex-rollout.jsonl',
    id: 'r-1',
    tools: ['exec_command', 'apply_patch'],
    errors: true,
    spokenFirst: true,
  },
  {
    file: 'gemini-events.jsonl',
    id: 'g-1',
    tools: ['run_shell_command', 'replace'],
    errors: true,
  },
  { file: 'gemini-chat.json', id: 'g-2', tools: ['run_shell_command', 'replace'], errors: true },
  { file: 'gemini-chat.jsonl', id: 'g-3', tools: ['run_shell_command', 'replace'], errors: true },
  { file: 'cursor-stream.jsonl', id: 'cu-1', tools: ['shell', 'edit'], errors: true },
  { file: 'opencode-events.jsonl', id: 'ses_1', tools: ['bash', 'edit'], errors: true },
  { file: 'opencode-export.json', id: 'ses_2', tools: ['bash', 'edit'], errors: true },
  { file: 'pi-session.jsonl', id: 'pi-1', tools: ['bash', 'edit'], errors: true },
  {
    file: 'trae-agent.json',
    id: 'trae-agent',
    tools: ['bash', 'str_replace_based_edit_tool'],
    errors: true,
  },
  { file: 'swe-agent.traj', id: 'swe-agent', tools: ['bash', 'edit'], errors: false },
  { file: 'mini-swe-agent.traj.json', id: 'mini-swe-agent', tools: ['bash', 'bash'], errors: true },
  {
    file: 'mini-swe-agent-1.traj.json',
    id: 'mini-swe-agent-1',
    tools: ['bash', 'bash'],
    errors: true,
  },
  {
    file: 'openhands-events.json',
    id: 'openhands-events',
    tools: ['execute_bash', 'str_replace_editor'],
    errors: true,
  },
  {
    file: 'openhands-sdk.jsonl',
    id: 'openhands-sdk',
    tools: ['terminal', 'file_editor'],
    errors: true,
  },
  {
    file: join('fix-rounding', 'turn-7.agent.log'),
    id: 'fix-rounding/turn-7',
    tools: ['Bash', 'Edit'],
    errors: true,
  },
];

describe('recordings are known by what is in them', () => {
  for (const { file, id, tools, errors, spokenFirst } of TELLINGS) {
    it(`reads ${file}`, async () => {
      const { runs, problems } = await readAll(join(FIXTURES, file));
      assert.deepEqual(problems, []);
      assert.equal(runs[0]?.id, id);
      const steps = runs[0].steps.slice(spokenFirst ? 1 : 0);
      const [test, edit] = tools;
      assert.deepEqual(
        steps.map(({ tool }) => tool),
        [test, edit, test],
      );
      const [first, , last] = steps;
      assert.match(first?.args ?? '', /npm test/);
      assert.equal(last?.args, first?.args);
      assert.match(first?.result ?? '', /1 failing\n {2}rounding: expected 2 but got 3/);
      assert.match(last?.result ?? '', /3 passing/);
      if (errors) assert.deepEqual([first?.error, last?.error], [true, false]);
    });
  }

  it('keeps what an agent said with a call', async () => {
    const newer = ['cursor-stream.jsonl', 'opencode-events.jsonl', 'opencode-export.json'];
    const files = [
      'pi-session.jsonl',
      ...newer,
      'claude-transcript.jsonl',
      'gemini-chat.json',
      'openhands-events.json',
    ];
    const said = ['openhands-sdk.jsonl', 'mini-swe-agent.traj.json', 'swe-agent.traj', ...files];
    for (const file of said) {
      const { runs } = await readAll(join(FIXTURES, file));
      assert.equal(runs[0]?.steps[0]?.thought, 'I run the tests.', file);
    }
  });

  it('keeps what a run was asked for', async () => {
    const told = ['cursor-stream.jsonl', 'opencode-export.json', 'pi-session.jsonl'];
    for (const file of [...told, 'trae-agent.json']) {
      const { runs } = await readAll(join(FIXTURES, file));
      assert.equal(runs[0]?.asked, 'Fix the rounding.', file);
    }
  });

  it('keeps what an agent said without a call as a step of its own', async () => {
    const { runs } = await readAll(join(FIXTURES, 'codex-rollout.jsonl'));
    assert.deepEqual(runs[0]?.steps[0], {
      number: 0,
      tool: '',
      args: '',
      result: '',
      thought: 'I run the tests.',
      asked: 'Fix the rounding.',
    });
  });

  it('makes a run of each session and of each sub-agent of a transcript', async () => {
    const { runs } = await readAll(join(FIXTURES, 'claude-transcript.jsonl'));
    assert.deepEqual(
      runs.map(({ id, steps }) => [id, steps.length]),
      [
        ['5e55-1', 3],
        ['5e55-1/a1', 1],
        ['5e55-2', 1],
      ],
    );
  });

  it('leaves out what Codex puts over an output that differs each time', async () => {
    const { runs } = await readAll(join(FIXTURES, 'codex-rollout.jsonl'));
    const results = runs[0]?.steps.map(({ result }) => result).join('\n') ?? '';
    assert.doesNotMatch(results, /Chunk ID|Wall time|duration_seconds/);
    assert.match(results, /Process exited with code 1\nOutput:/);
  });
});

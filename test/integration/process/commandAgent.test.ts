import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCommandAgent } from '../../../src/platform/agents/command/commandAgent';
import type { Command } from '../../../src/model/task/task';
import type { AgentRequest, AgentResult } from '../../../src/ports/agent';
import { scratchFolder } from './support/scratch';
import { supervisorFile } from './support/supervisorBuild';

/** Ends no process of another test, which may run at the same time. */
const TURN_ID = randomUUID();

interface AgentTest {
  readonly result: AgentResult;
  /** State directory. */
  readonly directory: string;
  readonly workspaceDir: string;
}

async function runAgent(
  command: Command,
  change: Partial<Omit<AgentRequest, 'definition'>> & {
    readonly env?: Record<string, string>;
    readonly directory?: string;
  } = {},
): Promise<AgentTest> {
  const { env = {}, directory = scratchFolder(), ...rest } = change;
  const workspaceDir = scratchFolder();
  const agent = createCommandAgent({
    workspaceDir,
    directory,
    supervisorFile: await supervisorFile(),
    environment: {
      PATH: process.env['PATH'],
      INHERITED: 'yes',
      DEVS_ROLE: 'coder',
      VSCODE_PID: '1',
    },
  });
  const definition = { name: 'a', type: 'command', command, timeoutMs: 15_000, env } as const;
  const request = {
    definition,
    taskId: 'task-1',
    turnId: TURN_ID,
    turn: 1,
    systemPrompt: 'Be bold.',
    prompt: 'Add login.',
    ...rest,
  };
  const result = await agent.run(request, new AbortController().signal);
  return { result, directory, workspaceDir };
}

describe('an agent of type command', () => {
  before(supervisorFile);

  it('gets the prompt on standard input, headed by the system prompt', async () => {
    const { result } = await runAgent(['cat']);
    assert.deepEqual(result.end, { kind: 'exit', code: 0 });
    assert.equal(result.reply, 'Be bold.\n\nAdd login.');
  });

  it('gets the prompt alone when there is no system prompt', async () => {
    const { result } = await runAgent(['cat'], { systemPrompt: '' });
    assert.equal(result.reply, 'Add login.');
  });

  it('gets files where it names them: in a list, and in a string for the shell', async () => {
    const list = ['cat', '{systemPromptFile}', '{promptFile}', '-'];
    assert.equal((await runAgent(list)).result.reply, 'Be bold.Add login.');
    const text = 'cat {systemPromptFile} "{promptFile}" -';
    assert.equal((await runAgent(text)).result.reply, 'Be bold.Add login.');
  });

  it('gets the whole prompt in one file when it names only that', async () => {
    const { result } = await runAgent('cat {promptFile}');
    assert.equal(result.reply, 'Be bold.\n\nAdd login.');
  });

  it('gets the prompt on standard input when only the system prompt is in a file', async () => {
    const { result } = await runAgent('cat - {systemPromptFile}');
    assert.equal(result.reply, 'Add login.Be bold.');
  });

  it('leaves nothing that a prompt says to a shell', async () => {
    const prompt = '$(touch pwned) `touch pwned` "; touch pwned; \' ; touch pwned #';
    const { result, workspaceDir } = await runAgent('cat {promptFile}', {
      prompt,
      systemPrompt: '',
    });
    assert.equal(result.reply, prompt);
    assert.deepEqual(readdirSync(workspaceDir), []);
  });

  it('finds prompts that only their owner can read, and they are gone afterwards', async () => {
    const { result, directory } = await runAgent('ls -l {promptFile} {systemPromptFile}');
    assert.match(result.reply, /^-rw------- .*\n-rw------- .*\n$/);
    assert.deepEqual(readdirSync(join(directory, 'prompts')), []);
  });

  it('finds no prompts of a predecessor that was killed', async () => {
    const directory = scratchFolder();
    mkdirSync(join(directory, 'prompts'));
    writeFileSync(join(directory, 'prompts', 'old.md'), 'secret');
    await runAgent('cat {promptFile}', { directory });
    assert.deepEqual(readdirSync(join(directory, 'prompts')), []);
  });

  it('runs in the workspace with the task, its own variables and ours, but not the insides of the editor', async () => {
    const { result, workspaceDir } = await runAgent('pwd; env', { env: { OWN: 'value' } });
    const [folder, ...variables] = result.reply.split('\n');
    assert.equal(folder, workspaceDir);
    for (const variable of ['DEVS_TASK_ID=task-1', 'OWN=value', 'INHERITED=yes']) {
      assert.ok(variables.includes(variable), variable);
    }
    assert.ok(!variables.some((variable) => variable.startsWith('VSCODE_')));
  });

  it('knows its role, and no role but its own', async () => {
    const inRole = await runAgent('echo "<$DEVS_ROLE>"', { role: 'planner', call: '01-planner' });
    assert.equal(inRole.result.reply, '<planner>\n');
    assert.equal(inRole.result.transcript, `transcripts/task-1/${TURN_ID}.01-planner.agent.log`);
    assert.equal((await runAgent('echo "<$DEVS_ROLE>"')).result.reply, '<>\n');
  });

  it('leaves a transcript that shows command, folder and output, and no secret', async () => {
    const { result, directory, workspaceDir } = await runAgent('echo working', {
      env: { API_KEY: 'hunter2' },
      taskId: '../../etc/passwd',
    });
    assert.match(result.transcript, /^transcripts\/_[\w.-]+\/[\da-f-]{36}\.agent\.log$/);
    const text = readFileSync(join(directory, result.transcript), 'utf8');
    assert.ok(text.startsWith(`[devs] command: echo working\n[devs] directory: ${workspaceDir}\n`));
    assert.match(text, /\n\nworking\n\n\[devs\] exit code 0 after \d+ ms\n$/);
    assert.doesNotMatch(text, /hunter2/);
  });

  it('does not start when its prompt cannot be written, and says so', async () => {
    const file = join(scratchFolder(), 'file');
    writeFileSync(file, '');
    const { result } = await runAgent('cat {promptFile}', { directory: file });
    assert.equal(result.end.kind, 'couldNotStart');
    assert.match(JSON.stringify(result.end), /the prompt was not written: ENOTDIR/);
  });

  it('keeps the end of what it complained about', async () => {
    const { result } = await runAgent('echo "not logged in" >&2; exit 1');
    assert.deepEqual(result.end, { kind: 'exit', code: 1 });
    assert.equal(result.errorTail, 'not logged in\n');
  });
});

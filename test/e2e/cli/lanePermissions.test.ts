import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { until } from './devsProcess';
import { HAS_TERMINAL, TerminalRun } from './terminal';
import { TestWorkspace } from './testWorkspace';

const ACP_AGENT = path.join(__dirname, '../../support/acpAgent.cjs');
const TASKS = ['left', 'right'];

describe('permissions that agents of several tasks ask for at once', function () {
  if (!HAS_TERMINAL) return;
  this.timeout(90_000);
  let workspace: TestWorkspace;
  afterEach(() => workspace.dispose());

  /** An agent that asks to install a package with the name of its task, and writes whether it may. */
  function agentOf(task: string): object {
    const scene = path.join(workspace.root, `${task}.json`);
    const installs = {
      ...{ toolCallId: task, kind: 'execute', title: 'npm install' },
      rawInput: { command: `npm install ${task}-pad` },
      then: [{ write: [`${task}.txt`, 'installed'] }],
    };
    const files = { notes: `${scene}.notes`, pids: `${scene}.pids` };
    writeFileSync(
      scene,
      JSON.stringify({
        ...files,
        deeds: [{ permission: installs }, { write: [`${task}-done.txt`, ''] }],
      }),
    );
    return { type: 'acp', command: [process.execPath, ACP_AGENT, `@${scene}`] };
  }

  it('are asked one after the other in the terminal, each with its task, and answered each for its own', async () => {
    workspace = new TestWorkspace();
    workspace.configure([], {
      agents: Object.fromEntries(TASKS.map((task) => [task, agentOf(task)])),
      ...{
        agent: 'left',
        parallel: 2,
        verify: ['node', '--version'],
        permissions: { ask: ['execute'] },
      },
      tasks: TASKS.map((id) => ({ id, goal: 'Install it.', agent: id })),
    });
    workspace.commitAll();
    const run = new TerminalRun(workspace, 'run', {}, 80);
    const shown = (): string => stripVTControlCharacters(run.text);
    const isAsked = (task: string): boolean => {
      const at = shown().lastIndexOf(`  $ npm install ${task}-pad\r\n`);
      return at !== -1 && shown().includes('Allow?', at);
    };
    await until('the first question', () => TASKS.some(isAsked));
    await until('both agents to ask', () =>
      TASKS.every((task) => shown().includes(`? ${task}  ${task} asks to run`)),
    );
    const first = TASKS.find(isAsked) ?? '';
    const second = TASKS.find((task) => task !== first) ?? '';
    assert.ok(!isAsked(second), 'one question at a time');
    run.type('n');
    await until('the second question', () => isAsked(second));
    run.type('y');
    await run.ended;
    assert.match(shown(), new RegExp(`✗ ${first}  you refused ${first} to run`));
    assert.match(shown(), new RegExp(`✓ ${second}  you allowed ${second} to run`));
    const answers = TASKS.map((task) => [
      task,
      /"optionId":"(\w+)"/.exec(
        readFileSync(path.join(workspace.root, `${task}.json.notes`), 'utf8'),
      )?.[1],
    ]);
    assert.deepEqual(Object.fromEntries(answers), { [first]: 'no', [second]: 'yes' });
    assert.equal(workspace.read(`${second}.txt`), 'installed');
  });
});

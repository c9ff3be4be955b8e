import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LOOPING, SOLVING, TestWorkspace, type Step } from './testWorkspace';

const HOOK = `const fs = require('node:fs');
const line = fs.readFileSync(0, 'utf8');
const { event, task_id: task } = JSON.parse(line);
fs.appendFileSync('../calls', 'begin ' + event + ' ' + task + '\\n');
// The first call takes as long as the rest of the run: one that did not wait for it would end first.
const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
while (!fs.readFileSync('../state/events.jsonl', 'utf8').includes('"run_ended"')) pause();
fs.appendFileSync('../lines', line);
fs.appendFileSync('../calls', 'end ' + event + ' ' + task + '\\n');
`;

interface Line {
  readonly event: string;
  readonly task_id: string | null;
}

describe('the onEvent command of a run', function () {
  this.timeout(90_000);
  let workspace: TestWorkspace;
  beforeEach(() => (workspace = new TestWorkspace()));
  afterEach(() => workspace.dispose());

  it('is called in order, one call at a time, with the lines of events.jsonl, of pauses and blocked tasks alike', async () => {
    workspace.write('hook.js', HOOK);
    const loggedOut = { reply: 'Invalid API key · Please run /login', exit: 1 };
    // The third task takes its time after both events, in which a second call could begin.
    workspace.configure([...Array<Step>(5).fill(LOOPING), loggedOut, SOLVING], {
      tasks: ['first', 'second', 'third'].map((id) => ({ id, goal: 'The answer is 42.' })),
      onPause: 'continue',
      onEvent: [process.execPath, 'hook.js'],
    });
    const { code, stderr } = await workspace.devs('run');
    assert.equal(code, 2, stderr);
    const told = linesOf(path.join(workspace.root, 'lines'));
    const events = told.map((line) => JSON.parse(line) as Line);
    assert.deepEqual(
      events.map(({ event, task_id: task }) => [event, task]),
      [
        ['gate_triggered', 'first'],
        ['gate_triggered', 'second'],
        ['run_ended', null],
      ],
    );
    const journal = linesOf(path.join(workspace.stateDir, 'events.jsonl'));
    assert.deepEqual(
      told,
      journal.filter((line) => told.includes(line)),
    );
    assert.deepEqual(
      linesOf(path.join(workspace.root, 'calls')),
      events.flatMap(({ event, task_id: task }) => [
        `begin ${event} ${String(task)}`,
        `end ${event} ${String(task)}`,
      ]),
    );
  });
});

function linesOf(file: string): readonly string[] {
  return readFileSync(file, 'utf8').trimEnd().split('\n');
}

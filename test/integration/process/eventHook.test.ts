import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEventHook } from '../../../src/adapters/process/eventHook';
import type { DevsEvent } from '../../../src/domain/run';
import type { Command } from '../../../src/domain/task';
import { scratchFolder } from './support/scratch';
import { supervisorFile } from './support/supervisorBuild';

const EVENT: DevsEvent = {
  at: '2026-01-02T03:04:05.000Z',
  event: 'gate_triggered',
  taskId: 'task-1',
  data: { words: 'Ünïcode "quoted" $(touch pwned)' },
};

describe('the onEvent command', () => {
  let workspaceDir: string;

  before(supervisorFile);
  beforeEach(() => {
    workspaceDir = scratchFolder();
  });

  async function tell(command: Command): Promise<string | undefined> {
    const file = await supervisorFile();
    const hook = createEventHook({ workspaceDir, supervisorFile: file, environment: process.env });
    return hook.tell(command, EVENT);
  }

  it('gets the event as one line of JSON on standard input, and its name in the environment', async () => {
    assert.equal(await tell('cat > told; echo $DEVS_EVENT > name'), undefined);
    const told = readFileSync(join(workspaceDir, 'told'), 'utf8');
    assert.deepEqual(JSON.parse(told), EVENT);
    assert.ok(told.endsWith('}\n'));
    assert.equal(readFileSync(join(workspaceDir, 'name'), 'utf8'), 'gate_triggered\n');
  });

  it('may leave its input unread', async () => {
    assert.equal(await tell(['true']), undefined);
  });

  it('gives a warning with its own words when it fails', async () => {
    assert.equal(
      await tell('echo first >&2; echo "no route to host" >&2; exit 4'),
      'The onEvent command failed on gate_triggered (exit code 4): no route to host',
    );
  });

  it('gives a warning when it cannot start', async () => {
    assert.equal(
      await tell(['./notify.sh']),
      'The onEvent command failed on gate_triggered (could not start: program "./notify.sh" does not exist)',
    );
  });
});

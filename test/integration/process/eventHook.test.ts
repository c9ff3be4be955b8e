import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import { systemClock } from '../../../src/platform/clock/systemClock';
import { createEventLog } from '../../../src/platform/events/createEventLog';
import { createEventHook } from '../../../src/platform/process/createEventHook';
import { EventCommands } from '../../../src/engine/run/eventCommands';
import type { Command } from '../../../src/model/task/task';
import { scratchFolder } from './support/scratch';
import { supervisorFile } from './support/supervisorBuild';
import { eventOf } from '../../support/sampleEvents';

const EVENT = eventOf('gate_triggered', { trigger_reason: 'Ünïcode "quoted" $(touch pwned)\n' });

describe('the onEvent command', () => {
  let workspaceDir: string;

  before(supervisorFile);
  beforeEach(() => {
    workspaceDir = scratchFolder();
  });

  async function tell(
    command: Command,
    signal = new AbortController().signal,
  ): Promise<string | undefined> {
    const file = await supervisorFile();
    const hook = createEventHook({ workspaceDir, supervisorFile: file, environment: process.env });
    return hook.notify(command, EVENT, signal);
  }

  it('gets the line of events.jsonl on standard input, and its name in the environment', async () => {
    assert.equal(await tell('cat > told; echo $DEVS_EVENT > name'), undefined);
    const told = readFileSync(join(workspaceDir, 'told'), 'utf8');
    createEventLog(workspaceDir).append(EVENT);
    assert.equal(told, readFileSync(join(workspaceDir, 'events.jsonl'), 'utf8'));
    assert.ok(told.includes('Ünïcode \\"quoted\\" $(touch pwned)\\n'));
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

  it('is called strictly in order, one call after the other, however slow one is', async () => {
    const supervisor = await supervisorFile();
    const hook = createEventHook({
      ...{ workspaceDir, supervisorFile: supervisor, environment: process.env },
    });
    const warnings: string[] = [];
    const observer = { onWarning: (message: string) => void warnings.push(message) };
    const commands = new EventCommands({ hook, clock: systemClock, observer });
    // The first call takes the longest: any that did not wait for it would write before its end.
    const script =
      'line=$(cat); echo "begin $DEVS_EVENT" >> calls; ' +
      '[ "$DEVS_EVENT" = gate_triggered ] && sleep 0.4; ' +
      'printf "%s\\n" "$line" >> lines; echo "end $DEVS_EVENT" >> calls';
    const events = [eventOf('gate_triggered'), eventOf('loop_recovery'), eventOf('run_ended')];
    for (const event of events) commands.enqueue(script, event);
    await commands.drain();
    const calls = readFileSync(join(workspaceDir, 'calls'), 'utf8').trimEnd().split('\n');
    assert.deepEqual(
      calls,
      events.flatMap(({ event }) => [`begin ${event}`, `end ${event}`]),
    );
    for (const event of events) createEventLog(workspaceDir).append(event);
    assert.equal(
      readFileSync(join(workspaceDir, 'lines'), 'utf8'),
      readFileSync(join(workspaceDir, 'events.jsonl'), 'utf8'),
    );
    assert.deepEqual(warnings, []);
  });

  it('ends with all it started when it is given up', async () => {
    const giveUp = new AbortController();
    const told = tell('touch begun; exec sleep 1000', giveUp.signal);
    while (!existsSync(join(workspaceDir, 'begun'))) await immediate();
    giveUp.abort();
    assert.match((await told) ?? '', /^The onEvent command failed on gate_triggered \(cancelled\)/);
  });
});

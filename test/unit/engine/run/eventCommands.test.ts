import assert from 'node:assert/strict';
import { DRAIN_LIMIT_MS, EventCommands } from '../../../../src/engine/run/eventCommands';
import { heldClock } from '../../../support/heldClock';
import { eventOf } from '../../../support/sampleEvents';

const PROGRAM = './notify.sh';

/** A program whose calls end when the test says so, in the order in which they began. */
class HeldProgram {
  readonly began: string[] = [];
  private readonly endings: ((warning?: string) => void)[] = [];

  readonly hook = {
    notify: (_command: unknown, { event }: { readonly event: string }, signal: AbortSignal) => {
      this.began.push(event);
      return new Promise<string | undefined>((resolve) => {
        this.endings.push(resolve);
        signal.addEventListener('abort', () => resolve('cancelled'), { once: true });
      });
    },
  };

  async end(warning?: string): Promise<void> {
    this.endings.shift()?.(warning);
    await settled();
  }
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('the onEvent commands of a run', () => {
  let program: HeldProgram;
  let warnings: string[];
  let clock: ReturnType<typeof heldClock>;
  let commands: EventCommands;

  beforeEach(() => {
    program = new HeldProgram();
    warnings = [];
    clock = heldClock();
    const observer = { onWarning: (message: string) => void warnings.push(message) };
    commands = new EventCommands({ hook: program.hook, clock, observer });
  });

  const threeEvents = (): void => {
    commands.enqueue(PROGRAM, eventOf('gate_triggered'));
    commands.enqueue(PROGRAM, eventOf('loop_recovery'));
    commands.enqueue(PROGRAM, eventOf('run_ended'));
  };

  it('run one at a time, in the order of the events, and a failure is a warning', async () => {
    threeEvents();
    await settled();
    assert.deepEqual(program.began, ['gate_triggered']);
    await program.end('it failed');
    assert.deepEqual(program.began, ['gate_triggered', 'loop_recovery']);
    await program.end();
    assert.deepEqual(program.began, ['gate_triggered', 'loop_recovery', 'run_ended']);
    await program.end();
    await commands.drain();
    assert.deepEqual(warnings, ['it failed']);
  });

  it('are told of a pause, an escalation and the end, and of nothing without a program', async () => {
    commands.enqueue(PROGRAM, eventOf('turn_ended'));
    commands.enqueue(PROGRAM, eventOf('loop_recovery', { action: 'force_next' }));
    commands.enqueue(undefined, eventOf('run_ended'));
    await commands.drain();
    assert.deepEqual(program.began, []);
  });

  it('are waited for at the end of the run', async () => {
    threeEvents();
    let over = false;
    const drained = commands.drain().then(() => void (over = true));
    await clock.pass(DRAIN_LIMIT_MS - 1);
    await program.end();
    await program.end();
    assert.equal(over, false);
    await program.end();
    await drained;
    assert.deepEqual([program.began.length, warnings], [3, []]);
  });

  it('are given up where they take too long then: the running one is ended, no other begins', async () => {
    threeEvents();
    const drained = commands.drain();
    await settled();
    await clock.pass(DRAIN_LIMIT_MS);
    await drained;
    assert.deepEqual(program.began, ['gate_triggered']);
    assert.deepEqual(warnings, [
      'The onEvent command missed 3 events, because Devs ended the command 60 s after the end of the run.',
    ]);
  });
});

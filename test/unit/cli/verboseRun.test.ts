import assert from 'node:assert/strict';
import { plainProgress } from '../../../src/cli/progress/plainProgress';
import { closableOutput } from '../../../src/cli/terminal/closableOutput';
import { PLAIN } from '../../../src/cli/terminal/style';
import { anEvent, FakeStream } from './fakeApp';

const LOOP = { loopType: 'blocked_task_spin', recommendation: 'unblock_authority' };
const GRANT = { action: 'unblock_authority', loop_type: 'blocked_task_spin', attemptCount: 3 };

function printed(verbose: boolean): readonly string[] {
  const stream = new FakeStream();
  const progress = plainProgress({
    ...{
      output: closableOutput(stream),
      stderr: stream,
      style: PLAIN,
      host: { date: () => new Date(0) },
    },
    verbose,
  });
  progress.onEvent(anEvent('loop_detected', LOOP));
  progress.onEvent(anEvent('loop_recovery', GRANT));
  return stream.text.trimEnd().split('\n');
}

describe('devs run --verbose', () => {
  it('also prints the log lines of a loop over attempts and of its recovery', () => {
    const added = printed(true).filter((line) => !printed(false).includes(line));
    assert.deepEqual(added, [
      'Loop detected: blocked_task_spin, taskId=fix-rounding, attemptCount=3, recommendation=unblock_authority',
      'Granting unblock authority for fix-rounding',
      'Loop recovery applied: unblock_authority',
    ]);
  });
});

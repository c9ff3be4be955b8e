import assert from 'node:assert/strict';
import { describeUse, describeTurn, STATUS_WORDS } from '../../../webview/words';
import { needsHuman, isFinished } from '../../../src/model/task/taskStatus';
import { TASK_STATUSES } from '../../../src/model/task/task';
import { pictureTurns, type PicturedTurn } from '../../../webview/turnPicture';
import { decided } from '../../support/judgedSamples';
import { at, turn as turnMark, uncounted } from './samples';
import { describeDuration } from '../../../src/text/describeDuration';

function pictured(...turn: Parameters<typeof turnMark>): PicturedTurn {
  const [found] = pictureTurns([turnMark(...turn)], undefined);
  assert.ok(found !== undefined);
  return found;
}

describe('the words of the dashboard', () => {
  it('tells a turn in one line', () => {
    assert.equal(
      describeTurn(pictured(4, { pivot: true, failingTests: 1, reason: 'the same test fails' })),
      'Turn 4: no progress, a fresh start (pivot), 12.4 s, 1 of 10 tests failing — the same test fails',
    );
    const running = pictured(5, {
      outcome: 'running',
      durationMs: undefined,
      failingTests: undefined,
      reason: '',
    });
    assert.equal(describeTurn(running), 'Turn 5: running');
  });

  it('tells in one line what the judge said of a turn, not its words', () => {
    const judged = decided();
    const reason = `exit code 1. The judge (x) sees no progress: ${judged.verdict.reasoning}`;
    assert.equal(
      describeTurn(pictured(4, { ...uncounted, reason, judged })),
      'Turn 4: no progress, 12.4 s, decided by judge: no progress — exit code 1',
    );
  });

  it('names who else has the workspace', () => {
    const holder = { pid: 1234, host: 'laptop', since: at(0) };
    assert.match(
      describeUse({ ...holder, who: 'terminal' }, 'RUNNING'),
      /^Running in a terminal since .+/,
    );
    assert.match(
      describeUse({ ...holder, who: 'window' }, 'IDLE'),
      /^In use in another window since .+/,
    );
  });

  it('groups the statuses as the domain does', () => {
    for (const status of TASK_STATUSES) {
      const { group, announcement } = STATUS_WORDS[status];
      assert.equal(group === 'needsYou', needsHuman(status), status);
      assert.equal(group === 'finished', isFinished(status), status);
      assert.equal(announcement !== undefined, needsHuman(status), status);
    }
  });

  it('writes lengths of time in at most two units', () => {
    const lengths = [-5, 0, 420, 12_400, 60_000, 185_000, 3_600_000, 7_440_000];
    assert.deepEqual(lengths.map(describeDuration), [
      '0 s',
      '0 s',
      '0.4 s',
      '12.4 s',
      '1 min',
      '3 min 5 s',
      '1 h',
      '2 h 4 min',
    ]);
  });

  it('tells times as the terminal does: 24 hours, with the date where it is not today’s', () => {
    const afternoon = new Date(new Date().setHours(14, 5));
    const used = (since: string): string =>
      describeUse({ pid: 1, who: 'terminal', host: 'here', since }, 'RUNNING');
    assert.equal(used(afternoon.toISOString()), 'Running in a terminal since 14:05');
    const morning = new Date(2026, 0, 21, 9, 5).toISOString();
    assert.equal(used(morning), 'Running in a terminal since 2026-01-21 09:05');
    assert.match(used('whenever'), /since whenever$/);
  });
});

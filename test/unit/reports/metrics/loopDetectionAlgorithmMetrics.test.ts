import assert from 'node:assert/strict';
import { describePatterns } from '../../../../src/reports/metrics/describeMetrics';
import { decided, undecided } from '../../../support/judgedSamples';
import { History } from './histories';

/** One of four tasks loops three times and pauses; one loops once and gets out of it. */
function fourTasks(): History {
  return new History()
    .turn('fine', 'success')
    .turn('slow', 'progress')
    .turn('slow', 'success')
    .failing('stuck', 3)
    .proof('stuck')
    .turn('stuck')
    .proof('stuck')
    .turn('stuck')
    .proof('stuck')
    .gate('stuck')
    .failing('freed', 3)
    .proof('freed')
    .turn('freed')
    .turn('freed', 'success');
}

describe('the loop-detection-algorithm decision: Loop Detection Rate', () => {
  it('is the share of tasks of which a loop was proved', () => {
    const { all } = fourTasks().metrics();
    assert.deepEqual([all.tasks, all.loopingTasks, all.loopRate], [4, 2, 0.5]);
  });

  it('takes no suspicion for a proof, and an event without a level for one', () => {
    const history = new History().failing('a', 2).proof('a', { level: 'suspect' });
    assert.equal(history.metrics().all.loops, 0);
    assert.equal(history.metrics().all.loopRate, 0);
    history.turn('a').event('loop_detected', 'a', { level: undefined, evidence: [1, 2, 3] });
    assert.equal(history.metrics().all.loopRate, 1);
  });

  it('counts a subtask on its topmost ancestor', () => {
    const history = new History()
      .turn('part', 'no_progress', { countsOn: 'whole' })
      .turn('whole')
      .event('loop_detected', 'part', { level: 'stuck', loopType: 'no_progress_repeat' });
    const { all } = history.metrics();
    assert.deepEqual([all.tasks, all.loopingTasks], [1, 1]);
    assert.deepEqual(all.patterns, { no_progress_repeat: 1 });
  });

  it('is absent where no task had a turn', () => {
    const { all, from, days, agents } = new History().metrics();
    assert.equal('loopRate' in all, false);
    assert.deepEqual([all.tasks, from, days, agents], [0, undefined, [], []]);
  });
});

describe('the loop-detection-algorithm decision: Average Loops Per Task', () => {
  it('is the mean number of proved loops of looping tasks', () => {
    const { all } = fourTasks().metrics();
    assert.deepEqual([all.loops, all.loopsPerTask], [4, 2]);
  });
});

describe('the loop-detection-algorithm decision: Average loops before gate trigger', () => {
  it('counts the loops of the task up to the gate, from the last Resume on', () => {
    const history = fourTasks();
    assert.equal(history.metrics().all.loopsBeforeGate, 3);
    history.human('stuck', 'resume').failing('stuck', 3).proof('stuck').gate('stuck');
    assert.equal(history.metrics().all.loopsBeforeGate, 2, 'the mean of 3 and 1');
  });
});

describe('the loop-detection-algorithm decision: Gate Trigger Rate', () => {
  it('is the share of tasks that a loop paused', () => {
    const { all } = fourTasks().metrics();
    assert.deepEqual([all.gates, all.gateRate], [1, 0.25]);
  });

  it('counts no pause for a limit of turns or minutes', () => {
    const history = new History().turn('a').gate('a', { reason: 'MAX_TURNS' });
    assert.deepEqual([history.metrics().all.gates, history.metrics().all.gateRate], [0, 0]);
  });

  it('counts a loop among attempts that was handed to a human, and no blocker that was', () => {
    const history = new History()
      .turn('a')
      .event('loop_recovery', 'a', { action: 'escalate', topic: 'loop_escalation' });
    assert.equal(history.metrics().all.gates, 0);
    history.event('loop_recovery', 'a', { action: 'escalate', loop_type: 'blocked_task_spin' });
    assert.equal(history.metrics().all.gates, 1);
  });
});

describe('the loop-detection-algorithm decision: False positive rate', () => {
  it('is the share of gates that a human called "not a loop"', () => {
    const history = new History();
    for (const [task, answer] of Object.entries({ a: 'resume', b: 'notALoop', c: 'skip' })) {
      history.failing(task, 3).proof(task).gate(task).human(task, answer);
    }
    history.failing('d', 3).proof('d').gate('d');
    const { all } = history.metrics();
    assert.deepEqual([all.gates, all.falseAlarms, all.falseAlarmRate], [4, 1, 0.25]);
  });

  it('knows a false alarm although files were rewound first', () => {
    const history = new History().turn('a').proof('a').gate('a').human('a', 'rewind');
    assert.equal(history.human('a', 'notALoop').metrics().all.falseAlarms, 1);
  });

  it('counts a task that was wrongly left for the next one as well', () => {
    const history = new History();
    for (const task of ['a', 'b']) {
      history.turn(task).proof(task);
      history.event('loop_recovery', task, {
        action: 'force_next',
        loop_type: 'no_progress_repeat',
      });
    }
    const { all } = history.human('a', 'notALoop').metrics();
    assert.deepEqual([all.gates, all.forced, all.falseAlarms, all.falseAlarmRate], [0, 2, 1, 0.5]);
  });

  it('takes "not a loop" of something that no gate stopped for none', () => {
    assert.equal(new History().turn('a').human('a', 'notALoop').metrics().all.falseAlarms, 0);
  });
});

describe('loops in the steps of an agent that a human called no loop', () => {
  const by = { pid: 4711, who: 'terminal', host: 'desk' };

  it('are counted by detector, beside the loops that it proved', () => {
    const history = new History()
      .turn('a')
      .proof('a', { detector: 'repeated call' })
      .turn('b')
      .proof('b', { detector: 'repeated call' })
      .event('finding_dismissed', 'a', { turn: 1, detector: 'repeated call', by })
      .event('finding_dismissed', 'b', { turn: 1, detector: 'refused call', by });
    const { all } = history.metrics();
    assert.deepEqual(all.noLoops, { 'refused call': 1, 'repeated call': 1 });
    assert.equal(
      describePatterns(all),
      'repeated call 2 (1 marked by you as not a loop), refused call 0 (1 marked by you as not a loop)',
    );
  });

  it('do not make the turns after them turns after the proof of a loop', () => {
    const history = new History().turn('a').proof('a', { detector: 'repeated call' });
    history
      .event('finding_dismissed', 'a', { turn: 1, detector: 'repeated call', by })
      .failing('a', 2);
    assert.equal(history.metrics().all.turnsAfterProof, 0);
  });
});

describe('the loop-detection-algorithm decision: Resolution Time', () => {
  it('is the mean time from a gate to what a human decided first', () => {
    const history = new History()
      .turn('a')
      .proof('a')
      .gate('a')
      .wait(10)
      .human('a', 'pause')
      .wait(10)
      .human('a', 'rewind')
      .wait(30)
      .human('a', 'resume')
      .turn('b')
      .proof('b')
      .gate('b')
      .wait(40)
      .human('b', 'skip')
      .turn('c')
      .proof('c')
      .gate('c');
    const { all } = history.metrics();
    assert.equal(all.resolutionMs, ((20 + 40) / 2) * 60_000);
    assert.deepEqual([all.gates, all.resolvedGates], [3, 2]);
  });

  it('is never negative where a clock was set back', () => {
    const history = new History().turn('a').proof('a').wait(50).gate('a').wait(-20);
    assert.equal(history.human('a', 'resume').metrics().all.resolutionMs, 0);
  });
});

describe('the loop-detection-algorithm decision: Agent Loop Patterns', () => {
  it('gives each agent its own figures, the busiest first, and what proved its loops', () => {
    const codex = new History(100, 'codex')
      .turn('x')
      .proof('x', { detector: 'ignored pivot' })
      .gate('x');
    const { agents, all } = fourTasks().and(codex).metrics();
    assert.deepEqual(
      agents.map(({ agent, figures }) => [agent, figures.turns, figures.loopRate, figures.gates]),
      [
        ['claude', 13, 0.5, 1],
        ['codex', 1, 1, 1],
      ],
    );
    assert.deepEqual(agents[1]?.figures.patterns, { 'ignored pivot': 1 });
    assert.deepEqual(all.patterns, { entropy: 4, 'ignored pivot': 1 });
  });

  it('gives a loop of an earlier version to the agent of the turn that proved it', () => {
    const history = new History(0, 'codex')
      .failing('a', 3)
      .event('loop_detected', 'a', { agent_id: undefined, turn: undefined, evidence: [1, 2, 3] });
    assert.deepEqual(
      history.metrics().agents.map(({ agent, figures }) => [agent, figures.loops]),
      [['codex', 1]],
    );
  });

  it('names no agent where none is known', () => {
    const history = new History();
    history.turn('a');
    delete (history.turns[0] as { agent?: string }).agent;
    assert.deepEqual(history.metrics().agents, []);
    assert.equal(history.metrics().all.turns, 1);
  });
});

describe('what looping cost', () => {
  it('is the turns without progress after the first proof, until the gate', () => {
    const { all } = fourTasks().metrics();
    assert.deepEqual([all.turnsAfterProof, all.msAfterProof], [3, 3 * 60_000], 'two and one');
  });

  it('ends where progress breaks the loop, a human steps in or the next task is forced', () => {
    const history = new History().failing('a', 3).proof('a').turn('a').turn('a', 'progress');
    assert.equal(history.turn('a').metrics().all.turnsAfterProof, 1);
    for (const what of ['resume', 'notALoop', 'skip', 'retry']) {
      const human = new History().failing('a', 3).proof('a').human('a', what).turn('a');
      assert.equal(human.metrics().all.turnsAfterProof, 0, what);
    }
    const forced = new History()
      .failing('a', 3)
      .proof('a')
      .event('loop_recovery', 'a', { action: 'force_next', loop_type: 'no_progress_repeat' })
      .turn('a');
    assert.equal(forced.metrics().all.turnsAfterProof, 0);
    const granted = new History()
      .failing('a', 3)
      .proof('a')
      .event('loop_recovery', 'a', { action: 'unblock_authority', loop_type: 'blocked_task_spin' })
      .turn('a');
    assert.equal(granted.metrics().all.turnsAfterProof, 1);
  });

  it('ends where a human is asked about one part, though the others go on', () => {
    const part = { countsOn: 'whole' };
    const history = new History()
      .turn('one', 'no_progress', part)
      .proof('one', { turn: 1, loopType: 'blocked_task_spin' })
      .event('loop_recovery', 'one', { action: 'escalate', loop_type: 'blocked_task_spin' })
      .turn('two', 'no_progress', part);
    assert.deepEqual([history.metrics().all.gates, history.metrics().all.turnsAfterProof], [1, 0]);
  });

  it('does not count turns that count nothing, nor those of other tasks', () => {
    const history = new History()
      .failing('a', 3)
      .proof('a')
      .turn('a', 'not_agent')
      .turn('a', 'interrupted')
      .turn('b');
    assert.equal(history.metrics().all.turnsAfterProof, 0);
  });
});

describe('what pauses saved at most', () => {
  it('is what the limit of turns would have allowed still, at the mean of the turns', () => {
    const history = fourTasks();
    history.maxTurns = 50;
    const { all } = history.metrics();
    assert.deepEqual([all.savedTurns, all.savedMs], [45, 45 * 60_000]);
  });

  it('counts turns from the last Resume on, and those alone that count', () => {
    const history = new History()
      .failing('a', 3)
      .gate('a')
      .human('a', 'resume')
      .turn('a', 'not_agent')
      .failing('a', 2)
      .gate('a');
    history.maxTurns = 10;
    assert.equal(history.metrics().all.savedTurns, 7 + 8);
  });

  it('is nothing without a limit, and never below nothing', () => {
    const history = new History().failing('a', 5).gate('a');
    assert.equal(history.metrics().all.savedTurns, 0);
    history.maxTurns = 2;
    assert.equal(history.metrics().all.savedTurns, 0);
  });
});

describe('what asking the judge took', () => {
  it('adds up over the turns of each agent and day, and is absent where it was never asked', () => {
    const history = new History()
      .turn('a', 'no_progress', { judged: decided() })
      .turn('a')
      .wait(2 * 24 * 60)
      .turn('b', 'no_progress', { judged: undecided(), agent: 'other' });
    const { all, agents, days } = history.metrics();
    assert.deepEqual(all.judge, { ...decided().cost, calls: 3, durationMs: 63_100 });
    assert.deepEqual(
      agents.map(({ agent, figures }) => [agent, figures.judge?.calls]),
      [
        ['claude', 2],
        ['other', 1],
      ],
    );
    assert.deepEqual(
      days.map(({ figures }) => figures.judge?.calls),
      [2, 1],
    );
    assert.equal(new History().turn('a').metrics().all.judge, undefined);
  });
});

describe('what figures cover', () => {
  it('says from when to when, and how many turns are gone', () => {
    const history = new History().turn('a').wait(100).turn('b');
    history.forgotten = new Map([['a', 7]]);
    const { from, to, forgottenTurns } = history.metrics();
    assert.deepEqual(
      [from, to, forgottenTurns],
      ['2026-01-01T00:00:00.000Z', '2026-01-01T01:41:00.000Z', 7],
    );
  });

  it('gives each day (UTC) its own, with a gate on its day and not on that of the answer', () => {
    const DAY = 24 * 60;
    const history = new History()
      .failing('a', 3)
      .proof('a')
      .gate('a')
      .wait(2 * DAY)
      .human('a', 'notALoop')
      .turn('a', 'success');
    const { days } = history.metrics();
    assert.deepEqual(
      days.map(({ day, figures }) => [day, figures.turns, figures.gates, figures.falseAlarms]),
      [
        ['2026-01-01', 3, 1, 1],
        ['2026-01-03', 1, 0, 0],
      ],
    );
  });

  it('counts from a day on, and looks at what came before', () => {
    const history = new History(24 * 60 - 3).failing('a', 3).proof('a').turn('a').gate('a');
    const { all, from } = history.metrics('2026-01-02');
    assert.equal(from, '2026-01-02T00:00:00.000Z');
    assert.deepEqual([all.turns, all.turnsAfterProof, all.loopsBeforeGate], [1, 1, 1]);
  });
});

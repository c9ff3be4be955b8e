import assert from 'node:assert/strict';
import { structuredEvent } from '../../../../src/model/events/structuredEvent';
import { hasEnded } from '../../../../src/model/turn/turn';
import {
  failing,
  limitsOf,
  PASSED,
  type ScriptedRun,
  type ScriptedTurn,
} from '../../../support/scriptedRun';
import {
  agentOf,
  askingConfig,
  askingRun,
  called,
  FINISHED,
  hopRecords,
  hopsOf,
} from './askingRun';

const REVIEW = 'ASK security: Can you review this authentication code?';
const AGAIN = 'ASK security: Can you review this auth code again?';
const ANSWERS = { security: () => ({ reply: 'It looks fine.' }) };

/** Asks for the same review for ever, and changes nothing. */
const asksForEver = (call: number): ScriptedTurn => ({ reply: call % 2 === 1 ? REVIEW : AGAIN });

describe('the same request again', () => {
  it('is one request, however it is worded (test_collaboration_loop_detection)', async () => {
    const run = await askingRun({
      backend: (call) => [{ reply: REVIEW }, { reply: AGAIN }][call - 1] ?? { reply: 'no idea' },
      ...ANSWERS,
    });
    run.config = askingConfig({ limits: limitsOf({ maxTurns: 1 }) });
    await run.run();
    const [first, second] = hopRecords(run);
    assert.equal(first?.sameAs, undefined);
    assert.deepEqual(second?.sameAs, ['1']);
    // One for the turn, one for the round.
    assert.deepEqual(run.entropies(), [2]);
  });

  it('is answered from before while no file changes, without calling anybody', async () => {
    const run = await askingRun({
      backend: (call) => [{ reply: REVIEW }, { reply: AGAIN }][call - 1] ?? FINISHED,
      ...ANSWERS,
    });
    await run.run();
    assert.deepEqual(called(run), ['backend', 'security', 'backend', 'backend']);
    assert.deepEqual(hopsOf(run), ['backend→security answered', 'backend→security repeated']);
    assert.equal(hopRecords(run)[1]?.agent, undefined);
    assert.equal(hopRecords(run)[1]?.answer, 'It looks fine.');
    assert.match(run.requests[3]?.prompt ?? '', /no file has changed since[^]*It looks fine\./);
  });

  it('is asked again once a file has changed, and counts all the same', async () => {
    const run = await askingRun({
      backend: (call) =>
        [{ reply: REVIEW }, { reply: AGAIN, edits: { 'src/login.js': 'new' } }][call - 1] ?? {
          reply: 'no idea',
        },
      ...ANSWERS,
    });
    run.config = askingConfig({ limits: limitsOf({ maxTurns: 1 }) });
    await run.run();
    assert.deepEqual(hopsOf(run), ['backend→security answered', 'backend→security answered']);
    assert.deepEqual(run.entropies(), [2]);
  });

  const files = (count: number): string =>
    Array.from({ length: count }, (_, index) => `src/part${index}.ts`).join(', ');

  it('is found in a later turn, which knows only the beginning of a long one', async () => {
    const run = await askingRun({
      backend: (call) => ({ reply: call % 2 === 1 ? `ASK security: Review ${files(150)}` : 'no' }),
      ...ANSWERS,
    });
    run.config = askingConfig({ limits: limitsOf({ maxTurns: 2 }) });
    await run.run();
    assert.deepEqual(hopRecords(run, 2)[0]?.sameAs, ['1/1']);
  });

  it('is none where two long ones differ at their ends', async () => {
    const run = await askingRun({
      backend: (call) =>
        call <= 2 ? { reply: `ASK security: Review ${files(150)}, src/end${call}.ts` } : FINISHED,
      ...ANSWERS,
    });
    await run.run();
    assert.equal(hopRecords(run)[1]?.sameAs, undefined);
  });

  it('is none where each request is about something else', async () => {
    const run = await askingRun({
      backend: (call) =>
        call <= 10 ? { reply: `ASK security: review src/part${call}.ts` } : FINISHED,
      ...ANSWERS,
    });
    assert.equal((await run.run()).kind, 'allDone');
    assert.ok(hopRecords(run).every(({ sameAs }) => sameAs === undefined));
  });

  it('to another agent, or by another one, is another request', async () => {
    const review = 'Can you review this authentication code?';
    const run = await askingRun({
      backend: (call) =>
        call === 1 ? { reply: `ASK security: ${review}\nASK tester: ${review}` } : FINISHED,
      security: (call) => ({ reply: call === 1 ? `ASK tester: ${review}` : 'It is fine.' }),
      tester: () => ({ reply: 'It is fine.' }),
    });
    await run.run();
    assert.equal(hopRecords(run).length, 3);
    assert.ok(hopRecords(run).every(({ sameAs }) => sameAs === undefined));
  });
});

describe('three unproductive rounds', () => {
  it('end the turn as a collaboration loop and its strategy with it; at the end the task pauses', async () => {
    const run = await askingRun({ backend: asksForEver, ...ANSWERS });
    assert.equal((await run.run()).kind, 'needsHuman');
    // Three rounds end the first turn. The requests still count in the fresh strategies.
    const turns = run.store.listTurns('fix').filter(hasEnded);
    assert.deepEqual(
      turns.map(({ consequence, entropyAfter }) => [consequence, entropyAfter]),
      [
        ['pivot', 3],
        ['pivot', 3],
        ['pause', 3],
      ],
    );
    assert.deepEqual(hopsOf(run), [
      'backend→security answered',
      ...['backend→security repeated', 'backend→security repeated'],
      'backend→security refused',
    ]);
    const [first] = turns;
    assert.deepEqual(first?.inTurnLoop, {
      detector: 'collaboration loop',
      message:
        'Repeated collaboration request: backend asked security the same 4 times without progress',
      hops: [1, 2, 3, 4],
    });
    assert.deepEqual(
      turns.map(({ inTurnLoop }) => /same (\d+) times/.exec(inTurnLoop?.message ?? '')?.[1]),
      ['4', '7', '10'],
    );
    assert.match(
      first.reason,
      /asked security the same 4 times without progress\. Loop detected after 3 attempts: 3 repeated requests$/,
    );
    assert.deepEqual(
      run
        .directives()
        .map(([, count]) => count)
        .slice(0, 1),
      [1],
    );
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
  });

  it('are told as the loop-detection-algorithm decision logs a loop, with the hops that prove it', async () => {
    const run = await askingRun({ backend: asksForEver, ...ANSWERS });
    await run.run();
    const event = run.events.find(({ event }) => event === 'loop_detected');
    const { timestamp, ...told } = structuredEvent(event ?? assert.fail());
    assert.ok(timestamp !== '');
    const {
      detector,
      level,
      hops,
      evidence,
      loop_count: count,
      agent_id: agent,
      kind,
    } = told as Record<string, unknown>;
    assert.deepEqual(
      { detector, level, hops, evidence, count, agent, kind },
      {
        ...{ detector: 'collaboration loop', level: 'stuck', hops: [1, 2, 3, 4], evidence: [1] },
        ...{ count: 3, agent: 'backend', kind: 'inside_turn' },
      },
    );
  });

  it('count together with failed turns: there is one counter', async () => {
    // One failed turn, then one that repeats a request: 1 + 1 + 1.
    const run = await askingRun({
      backend: (call) =>
        [{ reply: 'no idea' }, { reply: REVIEW }, { reply: AGAIN }, { reply: 'still none' }][
          call - 1
        ] ?? FINISHED,
      ...ANSWERS,
    });
    assert.equal((await run.run()).kind, 'allDone');
    assert.deepEqual(run.entropies(), [1, 3, 0]);
    const turns = run.store.listTurns('fix').filter(hasEnded);
    assert.deepEqual(
      turns.map(({ consequence }) => consequence),
      ['none', 'pivot', 'done'],
    );
    assert.match(
      turns[1]?.reason ?? '',
      /Loop detected after 3 attempts: 2 failed turns and 1 repeated request$/,
    );
  });

  it('count over turns: each asks the same once', async () => {
    const run = await askingRun({
      backend: (call) => ({ reply: call % 2 === 1 ? REVIEW : 'no idea' }),
      ...ANSWERS,
    });
    run.config = askingConfig({ limits: limitsOf({ maxPivots: 0 }) });
    await run.run();
    // 1; then 1 round and the turn itself.
    assert.deepEqual(run.entropies(), [1, 3]);
    assert.deepEqual(hopRecords(run, 2)[0]?.sameAs, ['1/1']);
    // Another turn: what was answered then says nothing of the files now.
    assert.deepEqual(hopsOf(run, 2), ['backend→security answered']);
  });

  it('count on over a turn that was cut off, whose own requests do not count', async () => {
    const cancel = new AbortController();
    const run = await askingRun({
      backend: (call) =>
        [{ reply: REVIEW }, { reply: 'no idea' }, { reply: REVIEW }][call - 1] ?? { reply: REVIEW },
      security: (call) => ({ reply: 'fine', ...(call === 2 && { during: () => cancel.abort() }) }),
    });
    run.config = askingConfig({ limits: limitsOf({ maxPivots: 0 }) });
    await run.run({ signal: cancel.signal });
    await run.run();
    const turns = run.store.listTurns('fix').map(({ outcome }) => outcome);
    assert.deepEqual(turns, ['no_progress', 'interrupted', 'no_progress']);
    assert.deepEqual(hopRecords(run, 3)[0]?.sameAs, ['1/1']);
  });

  it('count on when devs.yaml gives the task another command for its agent', async () => {
    const run = await askingRun({
      backend: (call) => ({ reply: call % 2 === 1 ? REVIEW : 'no idea' }),
      ...ANSWERS,
    });
    run.config = askingConfig({ limits: limitsOf({ maxTurns: 1 }) });
    await run.run();
    run.config = askingConfig({ limits: limitsOf({ maxPivots: 0 }) }, [
      agentOf('backend', { command: ['a newer agent'] }),
    ]);
    run.store.updateTask('fix', { status: 'pending' });
    await run.run();
    assert.deepEqual(run.entropies(), [1, 3]);
  });

  it('persist when the task goes to another agent without a human', async () => {
    const goesToTester = async (): Promise<void> => {
      const tasks = run.config.tasks.map((task) => ({ ...task, agent: 'tester' }));
      run.config = { ...run.config, tasks };
      await run.loop?.reloadConfig();
    };
    const run: ScriptedRun = await askingRun({
      backend: () => ({ reply: 'no idea', during: goesToTester }),
      tester: (call) => ({ reply: [REVIEW, AGAIN][call - 1] ?? 'no idea' }),
      ...ANSWERS,
    });
    run.config = askingConfig({ limits: limitsOf({ maxPivots: 0 }) });
    await run.run();
    assert.deepEqual(called(run), ['backend', 'tester', 'security', 'tester', 'tester']);
    // The first agent's failed turn, and the second one's round and turn.
    assert.deepEqual(run.entropies(), [1, 3]);
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
  });
});

describe('what makes requests begin anew', () => {
  it('progress: what was asked before it counts no more', async () => {
    const measured = (failed: number) => ({ measurement: failing(failed) });
    const run = await askingRun({
      backend: (call) =>
        [
          { reply: REVIEW },
          { reply: 'try 1', edits: { a: '1' }, verify: measured(5) },
          { reply: REVIEW },
          { reply: 'try 2', edits: { a: '2' }, verify: measured(4) },
          { reply: REVIEW },
          { reply: 'try 3', edits: { a: '3' }, verify: measured(4) },
        ][call - 1] ?? { ...FINISHED, verify: { end: PASSED, ...measured(0) } },
      ...ANSWERS,
    });
    await run.run();
    assert.deepEqual(run.entropies(), [1, 0, 1, 0]);
    assert.deepEqual(hopRecords(run, 2)[0]?.sameAs, ['1/1']);
    assert.equal(hopRecords(run, 3)[0]?.sameAs, undefined);
  });

  it('Resume by a human', async () => {
    const run = await askingRun({ backend: asksForEver, ...ANSWERS });
    run.config = askingConfig({ limits: limitsOf({ maxPivots: 0 }) });
    await run.run();
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
    const before = run.store.listTurns('fix').length;
    run.intervene({ type: 'resume', taskId: 'fix' });
    await run.run();
    assert.equal(hopRecords(run, before + 1)[0]?.sameAs, undefined);
    assert.equal(hopRecords(run, before + 1).length, 4);
  });

  it('success wins over everything: the turn that loops has done the work', async () => {
    const run = await askingRun({
      backend: (call) => ({ ...FINISHED, ...asksForEver(call) }),
      ...ANSWERS,
    });
    assert.equal((await run.run()).kind, 'allDone');
    assert.deepEqual(run.entropies(), [0]);
    const [turn] = run.store.listTurns('fix').filter(hasEnded);
    assert.equal(turn?.inTurnLoop, undefined);
    assert.equal(hopRecords(run).length, 4);
  });
});

describe('requests that come to nothing', () => {
  it('the same unknown agent again and again is a loop as well', async () => {
    const run = await askingRun({ backend: () => ({ reply: 'ASK dba: tune the query' }) });
    run.config = askingConfig({ limits: limitsOf({ maxPivots: 0 }) });
    await run.run();
    assert.deepEqual(called(run), ['backend', 'backend', 'backend', 'backend']);
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
  });

  it('one that is refused first and possible later is no repetition', async () => {
    const asks = { reply: 'ASK dba: tune the query' };
    const run = await askingRun({
      backend: (call) => (call === 1 || call === 3 ? asks : { reply: `try ${call}` }),
      dba: () => ({ reply: 'done' }),
    });
    run.config = askingConfig({ limits: limitsOf({ maxTurns: 1 }) });
    await run.run();
    run.config = askingConfig({ limits: limitsOf({ maxTurns: 2 }) }, [agentOf('dba')]);
    run.store.updateTask('fix', { status: 'pending' });
    await run.run();
    assert.deepEqual(hopsOf(run, 2), ['backend→dba answered']);
    assert.deepEqual(run.entropies(), [1, 2]);
  });

  it('a loop further down ends the whole turn', async () => {
    const run = await askingRun({
      backend: () => ({ reply: REVIEW }),
      security: () => ({ reply: 'ASK tester: is the login tested?' }),
      tester: () => ({ reply: 'It is.' }),
    });
    run.config = askingConfig({ limits: limitsOf({ maxPivots: 0 }) });
    await run.run();
    assert.equal(run.store.listTurns('fix').length, 1);
    assert.deepEqual(hopsOf(run), [
      'backend→security failed',
      ...['security→tester answered', 'security→tester repeated', 'security→tester repeated'],
      'security→tester refused',
    ]);
  });
});

describe('what says how alike requests are', () => {
  it('is the embedder, by its own threshold', async () => {
    const run = await askingRun({
      backend: (call) =>
        [{ reply: 'ASK security: apples' }, { reply: 'ASK security: pears' }][call - 1] ?? FINISHED,
      ...ANSWERS,
    });
    run.embedder = {
      name: 'fruit',
      sameRequest: 0.3,
      similarities: (_text, others) => Promise.resolve(others.map(() => 0.31)),
    };
    await run.run();
    assert.deepEqual(hopRecords(run)[1]?.sameAs, ['1']);
    assert.deepEqual(run.warnings, []);
  });

  for (const [what, similarities] of [
    ['rejects', () => Promise.reject(new Error('no such model'))],
    [
      'throws',
      () => {
        throw new Error('no such model');
      },
    ],
    ['gives too few numbers', () => Promise.resolve([])],
    [
      'gives no numbers',
      (_text: string, others: readonly string[]) => Promise.resolve(others.map(() => NaN)),
    ],
  ] as const)
    it(`are the words where the embedder ${what}; that is told once`, async () => {
      const run = await askingRun({ backend: asksForEver, ...ANSWERS });
      run.embedder = { name: 'broken', sameRequest: 0.5, similarities };
      await run.run();
      assert.deepEqual(hopRecords(run)[1]?.sameAs, ['1']);
      assert.equal(run.warnings.length, 1);
      assert.match(run.warnings[0] ?? '', /embedder "broken" could not compare/);
    });
});

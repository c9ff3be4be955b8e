import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEventLog } from '../../../src/platform/events/createEventLog';
import type { RunRequest } from '../../../src/app/api/requests';
import type { DevsEvent } from '../../../src/model/events/devsEvent';
import { appOver, ownState } from '../../support/scriptedApp';
import { configOf, FAILED, limitsOf, ScriptedRun } from '../../support/scriptedRun';
import { eventOf } from '../../support/sampleEvents';

const CONFIG = configOf({ limits: limitsOf({ maxPivots: 0, maxTurns: 10 }) });

async function loopingRun(): Promise<ScriptedRun> {
  return await ScriptedRun.create(
    (call) => ({
      reply: `STRATEGY: ${call}`,
      edits: { 'src/code.js': String(call) },
      verify: { end: FAILED, output: 'Error: the same' },
    }),
    CONFIG,
  );
}

function request(events: DevsEvent[], warnings: string[]): RunRequest {
  return {
    signal: new AbortController().signal,
    observer: {
      onEvent: (event) => void events.push(event),
      onPhase: () => undefined,
      present: () => undefined,
      onWarning: (message) => void warnings.push(message),
    },
  };
}

describe('DevsApp: the figures of a workspace', () => {
  it('are counted from what a run recorded and a human decided', async () => {
    const run = await loopingRun();
    const app = appOver(run);
    await app.run(request([], []));
    const { all, agents, forgottenTurns } = await app.metrics();
    assert.deepEqual(
      [all.tasks, all.turns, all.loops, all.gates, all.loopRate, all.savedTurns],
      [1, 3, 1, 1, 1, 7],
    );
    assert.deepEqual(all.patterns, { entropy: 1 });
    assert.deepEqual([agents[0]?.agent, agents.length, forgottenTurns], ['scripted', 1, 0]);
    assert.equal(all.resolutionMs, undefined);

    await app.notALoop('fix');
    const answered = (await app.metrics()).all;
    assert.deepEqual([answered.falseAlarms, answered.falseAlarmRate], [1, 1]);
    assert.ok((answered.resolutionMs ?? 0) > 0);
  });

  it('are of the last days alone where that is asked', async () => {
    const run = await loopingRun();
    const app = appOver(run);
    await app.run(request([], []));
    assert.equal((await app.metrics({ days: 1 })).all.turns, 3);
    run.clock.advance(86_400_000);
    assert.equal((await app.metrics({ days: 2 })).all.turns, 3);
    assert.equal((await app.metrics({ days: 1 })).all.turns, 0);
  });
});

describe('DevsApp: the log of events', () => {
  let state = '';
  beforeEach(() => (state = mkdtempSync(join(tmpdir(), 'devs-log-'))));
  afterEach(() => rmSync(state, { recursive: true, force: true }));

  it('has what a run tells and what a human decides without one, in order', async () => {
    const run = await loopingRun();
    const app = appOver(run, { eventLog: createEventLog(state) });
    const events: DevsEvent[] = [];
    await app.run(request(events, []));
    await app.resume('fix', {});
    const logged = readFileSync(join(state, 'events.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { event: string }).event);
    const stored = run.store
      .listEvents(999)
      .map(({ event }) => event)
      .reverse();
    assert.deepEqual(logged, stored);
    assert.deepEqual(
      logged.slice(0, events.length),
      events.map(({ event }) => event),
    );
    assert.ok(logged.slice(events.length).includes('intervention'));
  });

  it('has a state that was put right, which nobody could be told of before', async () => {
    const run = await loopingRun();
    const own = ownState(run);
    run.store.addEvent(eventOf('state_recovered', { message: 'it was damaged' }));
    const taken = await own.acquire();
    assert.ok(taken.ok);
    const lease = { ...taken.lease, notices: ['it was damaged'] };
    const app = appOver(run, {
      state: { ...own, acquire: () => Promise.resolve({ ok: true, lease }) },
      eventLog: createEventLog(state),
    });
    await app.skip('fix');
    const [first = ''] = readFileSync(join(state, 'events.jsonl'), 'utf8').split('\n');
    assert.equal((JSON.parse(first) as { message: unknown }).message, 'it was damaged');
  });

  it('harms no run where it cannot be written: one warning', async () => {
    const run = await loopingRun();
    const app = appOver(run, { eventLog: createEventLog(join(state, 'gone')) });
    const warnings: string[] = [];
    const answer = await app.run(request([], warnings));
    assert.equal(answer.ok, true);
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
    assert.equal(warnings.filter((each) => /^Events are not logged/.test(each)).length, 1);
  });
});

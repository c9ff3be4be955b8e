import assert from 'node:assert/strict';
import { AskedModel } from '../../../../src/engine/judge/askedModel';
import type { Clock } from '../../../../src/ports/clock';
import type { JudgeOptions, JudgeReply } from '../../../../src/ports/judge';
import { steppingClock } from '../../../support/scriptedRun';

const QUESTION = { about: 'progress', goal: 'Do it.', history: [], current: {} } as const;
const VERDICT = { isRegressive: false, noProgress: true, external: false, reasoning: 'as before' };
const ANSWERED: JudgeReply = { kind: 'answered', text: JSON.stringify(VERDICT), calls: 1 };
const BUSY: JudgeReply = {
  kind: 'failed',
  why: 'rate limit',
  detail: 'it was asked too often',
  permanent: false,
  calls: 1,
};

/** Asks a judge that gives these replies, the last one for ever. */
function open(replies: readonly JudgeReply[], clock: Clock = steppingClock()) {
  const told: JudgeOptions[] = [];
  const cut = new AbortController();
  const judge = {
    name: 'scripted judge',
    ask: (_prompt: unknown, options: JudgeOptions) => {
      told.push(options);
      return Promise.resolve(replies[told.length - 1] ?? replies.at(-1) ?? BUSY);
    },
  };
  const limits = { signal: cut.signal, callsLeft: 10, msLeft: () => Infinity };
  const model = new AskedModel({ judge, settings: { timeoutMs: 10_000 }, clock }, limits);
  return { model, told, cut };
}

describe('AskedModel', () => {
  it('gives each call the time limit of the configuration', async () => {
    const { model, told } = open([BUSY, ANSWERED]);
    await model.ask(QUESTION);
    assert.deepEqual(
      told.map(({ timeoutMs }) => timeoutMs),
      [10_000, 10_000],
    );
  });

  it('counts the calls that the judge counts', async () => {
    const { model, told } = open([{ ...ANSWERED, calls: 2 }]);
    await model.ask(QUESTION);
    await model.ask(QUESTION);
    assert.equal(model.cost.calls, 4);
    assert.deepEqual(
      told.map(({ maxCalls }) => maxCalls),
      [10, 8],
    );
  });

  it('lets a service that was asked too often rest before the second try', async () => {
    const waits: number[] = [];
    const clock = {
      ...steppingClock(),
      wait: (ms: number) => Promise.resolve(void waits.push(ms)),
    };
    const { model, told } = open([BUSY, ANSWERED], clock);
    assert.equal((await model.ask(QUESTION)).kind, 'answered');
    assert.deepEqual(waits, [2_000]);
    assert.equal(told.length, 2);
  });

  it('asks no second time once the run was cancelled', async () => {
    const rest: Clock = {
      ...steppingClock(),
      wait: () => {
        asked.cut.abort();
        return Promise.resolve();
      },
    };
    const asked = open([BUSY], rest);
    assert.equal((await asked.model.ask(QUESTION)).kind, 'failed');
    assert.equal(asked.told.length, 1);
  });

  it('costs the time that passed, also where the clock was set back', async () => {
    let time = 1_000_000;
    const clock = { ...steppingClock(), now: () => new Date((time -= 60_000)) };
    const { model } = open([ANSWERED], clock);
    await model.ask(QUESTION);
    assert.equal(model.cost.durationMs, 1_000);
  });
});

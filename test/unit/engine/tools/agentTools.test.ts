import assert from 'node:assert/strict';
import type { AgentQuestion } from '../../../../src/model/tools/agentQuestion';
import type { DevsEvent } from '../../../../src/model/events/devsEvent';
import { HumanWaits } from '../../../../src/engine/permissions/humanWaits';
import { EventJournal } from '../../../../src/engine/state/eventJournal';
import { AgentTools } from '../../../../src/engine/tools/agentTools';
import type { AgentResult } from '../../../../src/ports/agent';
import { heldClock } from '../../../support/heldClock';
import { createMemoryStore } from '../../../support/memoryStore';
import { parseStatements } from '../../../../src/rules/attempts/parseStatements';

const TURN = { taskId: 'fix', turnId: 't1' };
const RESULT: AgentResult = {
  ...{
    end: { kind: 'exit', code: 0 },
    reply: 'I did what I can.\n',
    errorTail: '',
    transcript: '',
  },
};

const YOU = { pid: 1, who: 'window', host: 'here' } as const;

async function openTools(isAttended = true) {
  const [store, clock, events] = [await createMemoryStore(), heldClock(), [] as DevsEvent[]];
  const journal = new EventJournal(store, clock, (event) => events.push(event));
  const waits = new HumanWaits(clock);
  const tools = new AgentTools({ journal, clock, waits, isAttended });
  const said: string[] = [];
  let questions: readonly AgentQuestion[] = [];
  let halted = 0;
  const begin = () => {
    const call = tools.begin({
      ...TURN,
      shown: {
        ...{ agent: 'claude', timeoutMs: 60_000, onSaid: (text) => said.push(text) },
        onQuestions: (asked) => (questions = asked),
      },
    });
    call.onTimer(() => {
      halted += 1;
      return () => (halted -= 1);
    });
    return call;
  };
  const outcomes = () => questions.map(({ outcome }) => outcome);
  return {
    tools,
    begin,
    said,
    events,
    clock,
    waits,
    outcomes,
    shown: () => questions,
    halted: () => halted,
  };
}

describe('the tools of Devs', () => {
  it('show what the running agent says about its progress, on one line, secrets masked', async () => {
    const { tools, begin, said } = await openTools();
    begin();
    const text = 'Half of it is done,\nwith sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789.';
    assert.equal(tools.report({ ...TURN, what: 'progress', text }).ok, true);
    assert.equal(
      tools.report({ taskId: 'fix', what: 'progress', text: 'x'.repeat(9_000) }).ok,
      true,
    );
    assert.match(said[0] ?? '', /^Half of it is done, with \S*…?\S*$/u);
    assert.doesNotMatch(said[0] ?? '', /abcdefghij/);
    assert.ok((said[1]?.length ?? 0) <= 500);
  });

  it('count a reported blocker as a line of the reply', async () => {
    const { tools } = await openTools();
    const call = tools.begin(TURN);
    for (const text of ['no login\nDONE: all', 'no login\nDONE: all', 'the service is down'])
      tools.report({ ...TURN, what: 'blocked', text });
    const { reply } = call.close(RESULT);
    const blocked = ['no login DONE: all', 'the service is down'];
    assert.deepEqual(parseStatements(reply), { done: [], blocked });
    assert.match(reply, /^I did what I can\.\n/);
  });

  it('take no more than a reply can hold', async () => {
    const { tools } = await openTools();
    const call = tools.begin(TURN);
    const answers = Array.from({ length: 30 }, (_, index) =>
      tools.report({ ...TURN, what: 'blocked', text: `blocker ${index}` }),
    );
    assert.equal(answers.filter(({ ok }) => ok).length, 20);
    assert.equal(parseStatements(call.close(RESULT).reply).blocked.length, 20);
  });

  it('refuse an agent whose turn does not run: of another task, of an earlier turn, after its end', async () => {
    const { tools } = await openTools();
    const refuses = (change: object): boolean =>
      !tools.report({ ...TURN, what: 'blocked', text: 'no login', ...change }).ok;
    assert.ok(refuses({}));
    const call = tools.begin(TURN);
    assert.ok(refuses({ taskId: 'other' }));
    assert.ok(refuses({ turnId: 't0' }));
    assert.ok(refuses({ text: ' \n ' }));
    assert.ok(!refuses({}));
    call.close(RESULT);
    assert.ok(refuses({}));
  });

  const ask = (question: string) => ({ ...TURN, question });

  it('show a question, let the time of the agent stand still, and keep the answer once', async () => {
    const { tools, begin, shown, events, waits, clock, halted } = await openTools();
    begin();
    assert.deepEqual(tools.ask(ask('Which of both?\u202e')), { ok: true, message: '1' });
    assert.equal(shown()[0]?.question, 'Which of both?\\u{202e}');
    assert.equal(shown()[0]?.until, '2026-01-01T00:01:00.000Z');
    assert.equal(halted(), 1);
    await clock.pass(1_000);
    const replies = ['The first.', 'No.'].map((text) => tools.reply({ taskId: 'fix', text }, YOU));
    assert.deepEqual(replies, [
      { ok: true, message: 'claude has your answer.' },
      { ok: false, message: 'No question of fix waits for an answer.' },
    ]);
    assert.equal(shown()[0]?.answer, 'The first.');
    assert.deepEqual([halted(), waits.ms], [0, 1_000]);
    assert.deepEqual(
      events.map(({ event }) => event),
      ['agent_asked', 'agent_answered'],
    );
    assert.equal(tools.unansweredIn('t1'), undefined);
  });

  it('take the answer to one of two questions only with its number', async () => {
    const { tools, begin, outcomes } = await openTools();
    begin();
    for (const question of ['First?', 'Second?']) tools.ask(ask(question));
    const refused = tools.reply({ taskId: 'fix', text: 'yes' }, YOU);
    assert.match(
      refused.message,
      /^2 questions of fix wait for an answer; name one of them: 1: First\?; 2: Second\?\.$/,
    );
    assert.ok(tools.reply({ taskId: 'fix', id: '2', text: 'yes' }, YOU).ok);
    assert.deepEqual(outcomes(), [undefined, 'answered']);
    assert.ok(!tools.reply({ taskId: 'fix', id: '2', text: 'no' }, YOU).ok);
    assert.ok(tools.reply({ taskId: 'fix', text: 'no' }, YOU).ok);
  });

  it('leave the question to the end of the turn where nobody answers in time, and where nobody can', async () => {
    const { tools, begin, clock, outcomes } = await openTools();
    const call = begin();
    tools.ask(ask('Which of both?'));
    await clock.pass(60_000);
    assert.deepEqual(outcomes(), ['timed_out']);
    assert.ok(!tools.reply({ taskId: 'fix', text: 'late' }, YOU).ok);
    call.close(RESULT);
    assert.equal(tools.unansweredIn('t1'), 'Which of both?');
    assert.equal(tools.unansweredIn('t2'), undefined);
    const alone = await openTools(false);
    alone.begin();
    assert.match(alone.tools.ask(ask('Which of both?')).message, /^Nobody answered\..* pauses/);
    assert.equal(alone.tools.unansweredIn('t1'), 'Which of both?');
  });

  it('end a question with its agent: an answer afterwards is refused', async () => {
    const { tools, begin, outcomes, halted } = await openTools();
    const call = begin();
    for (const question of ['First?', 'Second?']) tools.ask(ask(question));
    tools.withdraw({ taskId: 'fix', id: '1' });
    assert.deepEqual(outcomes(), ['withdrawn', undefined]);
    call.close(RESULT);
    assert.deepEqual(outcomes(), ['withdrawn', 'withdrawn']);
    assert.equal(halted(), 0);
    const late = tools.reply({ taskId: 'fix', id: '2', text: 'yes' }, YOU);
    assert.match(late.message, /^No agent is working on fix now/);
  });

  it('withdraw a question whose asker was killed, which cannot do so itself', async () => {
    const { tools, begin, clock, outcomes, halted } = await openTools();
    begin();
    let isGone = false;
    tools.ask(ask('Which of both?'), () => Promise.resolve(isGone));
    tools.ask(ask('When?'), () => Promise.reject(new Error('it cannot be told')));
    await clock.pass(20_000);
    assert.deepEqual(outcomes(), [undefined, undefined]);
    isGone = true;
    await clock.pass(5_000);
    assert.deepEqual([outcomes(), halted()], [['withdrawn', undefined], 1]);
  });

  it('refuse questions without end: empty ones, of another turn, more than a human can read', async () => {
    const { tools, begin, shown } = await openTools();
    begin();
    assert.ok(!tools.ask(ask('  ')).ok);
    assert.ok(!tools.ask({ ...ask('Which?'), turnId: 't0' }).ok);
    const many = Array.from({ length: 9 }, () => tools.ask(ask('x'.repeat(9_000))).ok);
    assert.deepEqual(many.filter(Boolean).length, 5);
    assert.ok(shown().every(({ question }) => question.length <= 2_001));
    assert.ok(!tools.reply({ taskId: 'fix', id: '1', text: ' ' }, YOU).ok);
    assert.ok(!tools.reply({ taskId: 'fix', id: '1', text: '\u200b\u2060 \0' }, YOU).ok);
    assert.ok(!tools.reply({ taskId: 'fix', id: '1', text: 'x'.repeat(8_001) }, YOU).ok);
  });
});

import assert from 'node:assert/strict';
import { giveHint } from '../../../../src/engine/interventions/giveHint';
import { RunningAgents } from '../../../../src/engine/hints/runningAgents';
import { EventJournal } from '../../../../src/engine/state/eventJournal';
import { selectEvents, type DevsEvent } from '../../../../src/model/events/devsEvent';
import { heldClock } from '../../../support/heldClock';
import { createMemoryStore } from '../../../support/memoryStore';
import { configOf } from '../../../support/scriptedRun';

const YOU = { pid: 1, who: 'window', host: 'here' } as const;

async function open() {
  const [store, clock, events] = [await createMemoryStore(), heldClock(), [] as DevsEvent[]];
  const journal = new EventJournal(store, clock, (event) => events.push(event));
  store.upsertTask('fix', 'Fix it');
  const agents = new RunningAgents();
  const tools = { store, journal, clock, config: configOf(), who: YOU, agents };
  const give = (text: string, now = false, taskId = 'fix') =>
    giveHint(tools, { type: 'hint', taskId, text, now });
  return { store, events, agents, give };
}

describe('a hint for a task that goes on', () => {
  it('is kept for its next prompts, and stands in its history', async () => {
    const { store, events, give } = await open();
    assert.deepEqual(give(' Look at the rounding. '), {
      ok: true,
      message: 'The agent of fix gets your hint with its next prompt.',
    });
    assert.deepEqual(store.listHints('fix'), ['Look at the rounding.']);
    const [event] = events;
    assert.deepEqual(event?.event === 'intervention' && [event.data.what, event.data.detail], [
      'hint',
      'hint: Look at the rounding.',
    ]);
  });

  it('is said to the running agent at once where it hears, else waits', async () => {
    const { agents, give, store, events } = await open();
    assert.match(give('Stop.', true).message, /this agent cannot be interrupted while it works/);
    const heard: string[] = [];
    const remove = agents.add('fix', ['Stop.'], (text) => heard.push(text) > 0);
    assert.match(
      give('Left.', true).message,
      /Devs interrupts the agent of fix and gives it your hint/,
    );
    give('Later.');
    give('Now.', true);
    give('Now.', true);
    remove();
    give('Right.', true);
    // One that waits for a prompt must not be overtaken: the task may be done with this one.
    assert.deepEqual(heard, ['Left.', 'Later.\n\nNow.', 'Now.']);
    assert.deepEqual(store.listHints('fix'), [
      'Stop.',
      'Left.',
      'Later.',
      'Now.',
      'Now.',
      'Right.',
    ]);
    assert.deepEqual(
      selectEvents(events, ['intervention']).map(({ data }) => data.detail),
      [
        'hint: Stop.',
        'told at once, hint: Left.',
        'hint: Later.',
        'told at once, hint: Now.',
        'told at once, hint: Now.',
        'hint: Right.',
      ],
    );
  });

  it('is refused where no prompt follows, and when it is empty or too long', async () => {
    const { store, give } = await open();
    assert.match(give('x', false, 'other').message, /other/);
    assert.equal(give('  ').ok, false);
    assert.equal(give('x'.repeat(8_001)).ok, false);
    store.updateTask('fix', { status: 'done' });
    assert.equal(
      give('x').message,
      'fix is done, so its agent gets no more prompts and cannot get a hint.',
    );
    assert.deepEqual(store.listHints('fix'), []);
  });
});

import type { SessionLoopView, SessionView } from '../../../src/protocol/sessionView';
import { action, at } from './samples';
import { suspicion } from './stepTasks';

const HINT = 'What it does.';
const NO_CHECKPOINT = 'No checkpoint of this session is stored.';

/** A loop that the guard found. */
export function sessionLoop(change: Partial<SessionLoopView> = {}): SessionLoopView {
  return {
    ...{ at: at(20), place: 'step 9' },
    message: 'The same call with the same result: Bash npm test, 3 times.',
    answer: 'Devs refused the next tool call and told the agent why.',
    advice: 'Look at `test/cart.test.js`: the expected value may be wrong.',
    isDismissed: false,
    ...change,
  };
}

/** A session of an agent that Devs did not start. */
export function session(key: string, change: Partial<SessionView> = {}): SessionView {
  return {
    key,
    ...{ agent: 'Claude Code', status: 'working', statusWord: 'Working', folder: 'packages/cart' },
    asked: 'Make the tests of the cart pass.',
    now: 'step 12: Bash npm test',
    recent: [
      { number: 9, tool: 'Read', call: 'src/cart.js' },
      { number: 10, tool: 'Edit', call: 'src/cart.js +2 −1' },
      { number: 11, tool: 'Bash', call: 'npm test', failed: true },
    ],
    lastAt: at(63),
    ...{ isStopped: false, needsYou: false },
    loops: [],
    olderLoops: 0,
    actions: {
      proof: action(true, HINT),
      rewind: action(true, HINT),
      snooze: action(true, HINT),
      makeTask: action(true, HINT),
    },
    ...change,
  };
}

const found = { notALoop: action(true, HINT) };

/** A session in each state, the ones that need you first. */
export const sessions: readonly SessionView[] = [
  session('claude.stopped.jsonl', {
    ...{ status: 'stopped', statusWord: 'Stopped by Devs', now: '23 steps' },
    ...{ isStopped: true, needsYou: true },
    rewound: 'Files rewound at 14:38 to their state before prompt 1.',
    loops: [
      sessionLoop({ at: at(35), answer: 'Devs ended the turn.' }),
      sessionLoop(),
      sessionLoop({
        at: at(13),
        advice: '',
        answer: 'You said that this was not a loop.',
        isDismissed: true,
      }),
    ],
    olderLoops: 2,
    actions: { ...session('').actions, ...found },
  }),
  session('claude.print.jsonl', {
    ...{ status: 'ended', statusWord: 'Stopped by Devs, ended', now: '14 steps', folder: '' },
    ...{
      isStopped: true,
      needsYou: true,
      loops: [sessionLoop({ answer: 'Devs ended the turn.' })],
    },
    actions: {
      ...{ proof: action(true, HINT), seen: action(true, HINT), notALoop: action(true, HINT) },
      ...{ rewind: action(true, HINT), makeTask: action(true, HINT) },
    },
  }),
  session('codex.suspect.jsonl', {
    ...{ agent: 'Codex', folder: '', suspicion },
    actions: { ...session('').actions, ...found },
  }),
  session('claude.snoozed.jsonl', {
    ...{ status: 'waiting', statusWord: 'Waiting for you', now: '4 steps' },
    snoozedUntil: at(93),
    actions: {
      proof: action(true, HINT),
      rewind: action(true, HINT),
      wake: action(true, HINT),
      makeTask: action(true, HINT),
    },
  }),
  session('claude.new.jsonl', {
    ...{ status: 'ended', statusWord: 'Ended', asked: '', now: '0 steps', recent: [], folder: '' },
    actions: {
      proof: action(false, 'This session has no steps yet.'),
      rewind: action(false, NO_CHECKPOINT),
      makeTask: action(false, 'Nothing has been asked in this session yet.'),
    },
  }),
];

/** A session all of whose texts are this one. */
export function sessionIn(text: string): SessionView {
  return session(`claude.${text.length}.jsonl`, {
    ...{ status: 'stopped', statusWord: 'Stopped by Devs', folder: text, asked: text, now: text },
    ...{ isStopped: true, needsYou: true },
    recent: [{ number: 1, tool: text, call: text }],
    suspicion: { ...suspicion, message: text },
    loops: [sessionLoop({ message: text, advice: text })],
    actions: { ...session('').actions, ...found },
  });
}

import { deepEqual, equal } from 'node:assert/strict';
import { setImmediate as settled } from 'node:timers/promises';
import type { Overview } from '../../../src/model/overview/overview';
import type { FolderApp } from '../../../src/vscode/folders/folderApp';
import { PauseNotification } from '../../../src/vscode/notifications/pauseNotification';
import { seenIn, type TaskInFolder } from '../../../src/vscode/folders/taskInFolder';
import type { Answer } from '../../../src/ports/answer';
import { asking, mark, overview, task } from './overviews';

const paused = (id: string) => task(id, { status: 'PAUSED_FOR_INTERVENTION' });

/** A folder with nothing but what a notification looks at. */
function folderApp(overviewOf: Overview): FolderApp {
  const folder = { name: 'shop', uri: { toString: () => 'file:///shop' } };
  return { folder, overview: overviewOf } as unknown as FolderApp;
}

describe('the notification about pauses', () => {
  let asked: string[];
  let buttons: readonly string[];
  let told: Answer[];
  let acted: string[];
  let press: (button: string | undefined) => void;
  let act: () => Promise<Answer | undefined>;
  let onAct: (tasks: readonly TaskInFolder[]) => void;
  let now: FolderApp;
  let notification: PauseNotification;

  const performed = (name: string) => (tasks: readonly TaskInFolder[]) => {
    onAct(tasks);
    acted.push(`${name} ${tasks.map((each) => each.task.id).join(',')}`);
    return act();
  };
  const shows = (...ids: readonly string[]): void => {
    now = folderApp(overview({ tasks: ['a', 'b', 'c'].map((id) => state(id, ids)) }));
    notification.update(now);
  };
  const state = (id: string, ids: readonly string[]) => (ids.includes(id) ? paused(id) : task(id));
  const choose = async (button: string | undefined): Promise<void> => {
    press(button);
    await settled();
  };

  beforeEach(() => {
    [asked, told, acted] = [[], [], []];
    onAct = () => undefined;
    act = () => Promise.resolve({ ok: true, message: 'done' });
    notification = new PauseNotification({
      actions: {
        rewind: performed('rewind'),
        skip: performed('skip'),
        answer: performed('answer'),
        allowMore: performed('allowMore'),
        resumeAsIs: performed('resumeAsIs'),
        accept: performed('accept'),
        review: performed('review'),
        sendBack: performed('sendBack'),
        showReport: performed('showReport'),
      },
      ask: (text, offered) => {
        asked.push(text);
        buttons = offered;
        return new Promise((resolve) => (press = resolve));
      },
      level: () => 'all',
      current: () => now,
      showAnswer: (answer) => told.push(answer),
      report: () => undefined,
    });
    shows();
  });

  it('is one for several pauses, and one at a time', async () => {
    shows('a', 'b');
    shows('a', 'b', 'c');
    deepEqual(asked, ['Devs: 2 tasks need you: a, b.']);
    await choose(undefined);
    deepEqual(asked.slice(1), ['Devs: c needs you.']);
  });

  it('acts on all that still needs you, what was paused meanwhile included', async () => {
    shows('a', 'b');
    shows('b', 'c');
    await choose('Skip');
    deepEqual(acted, ['skip b,c']);
    deepEqual(asked.length, 1);
  });

  it('tells what came of the choice, a refusal too', async () => {
    act = () => Promise.resolve({ ok: false, message: 'devs.yaml is wrong' });
    shows('a');
    await choose('Rewind…');
    deepEqual(told, [{ ok: false, message: 'devs.yaml is wrong' }]);
  });

  it('comes again after an action that broke', async () => {
    act = () => Promise.reject(new Error('the disk is full'));
    shows('a');
    await choose('Skip');
    deepEqual(told, [{ ok: false, message: 'the disk is full' }]);
    shows('a', 'b');
    deepEqual(asked.slice(1), ['Devs: b needs you.']);
  });

  it('has the three actions, the way to the hint box first', async () => {
    shows('a');
    deepEqual(buttons, ['Answer…', 'Rewind…', 'Skip']);
    for (const button of buttons) {
      shows();
      shows('a');
      await choose(button);
    }
    deepEqual(acted, ['answer a', 'rewind a', 'skip a']);
  });

  it('opens the report of what is blocked', async () => {
    const blocked = (id: string) => task(id, { status: 'blocked' });
    now = folderApp(overview({ tasks: [blocked('a')] }));
    notification.update(now);
    deepEqual(buttons, ['Answer…', 'Show Report', 'Skip']);
    await choose('Show Report');
    deepEqual(acted, ['showReport a']);
    shows();
    now = folderApp(overview({ tasks: [blocked('a'), paused('b')] }));
    notification.update(now);
    deepEqual(buttons, ['Answer…', 'Rewind…', 'Skip']);
  });

  it('offers to answer where a planner asks, and shows the question', async () => {
    const asks = (id: string) => task(id, { ...paused(id), report: asking('Which currency?') });
    now = folderApp(overview({ tasks: [asks('a')] }));
    notification.update(now);
    deepEqual(asked, ['Devs: a asks you: Which currency?']);
    deepEqual(buttons, ['Answer…', 'Rewind…', 'Skip']);
    await choose('Answer…');
    deepEqual(acted, ['answer a']);
  });

  it('offers to resume without a hint where every task waits for a remedy, which it names', async () => {
    const reason = 'not logged in: Invalid API key — Log in, then resume the task.';
    const loggedOut = (id: string) => ({
      ...task(id, { status: 'blocked', statusReason: reason }),
      turns: [mark(1, { outcome: 'not_agent', reason })],
    });
    now = folderApp(overview({ tasks: [loggedOut('a')] }));
    notification.update(now);
    deepEqual(asked, [`Devs: a needs you: ${reason}`]);
    deepEqual(buttons, ['Resume', 'Show Report', 'Skip']);
    await choose('Resume');
    deepEqual(acted, ['resumeAsIs a']);
    shows();
    now = folderApp(overview({ tasks: [loggedOut('a'), paused('b')] }));
    notification.update(now);
    deepEqual(buttons, ['Answer…', 'Rewind…', 'Skip']);
  });

  it('offers to accept where every task waits because of a doubtful pass', async () => {
    const doubtful = (id: string) =>
      task(id, { ...paused(id), interventions: ['skip', 'resume', 'accept', 'rewind'] });
    const offer = (...tasks: ReturnType<typeof task>[]): void => {
      now = folderApp(overview({ tasks }));
      notification.update(now);
    };
    for (const button of ['Accept', 'Send Back…', 'Rewind…']) {
      shows();
      offer(doubtful('a'));
      deepEqual(buttons, ['Accept', 'Send Back…', 'Rewind…']);
      await choose(button);
    }
    deepEqual(acted, ['accept a', 'answer a', 'rewind a']);
    shows();
    offer(doubtful('a'), paused('b'));
    deepEqual(buttons, ['Answer…', 'Rewind…', 'Skip']);
  });

  it('offers to review, accept or send back where every task waits for a review', async () => {
    const review = { taskId: 'a', turn: 1, files: 1, added: 1, deleted: 0, comments: 0 };
    const reviewed = task('a', { ...paused('a'), review });
    for (const button of ['Review Changes', 'Accept', 'Send Back…']) {
      shows();
      now = folderApp(overview({ tasks: [reviewed] }));
      notification.update(now);
      deepEqual(buttons, ['Review Changes', 'Accept', 'Send Back…']);
      await choose(button);
    }
    deepEqual(acted, ['review a', 'accept a', 'sendBack a']);
  });

  it('accepts the change that it was about, not one that waits by now', async () => {
    const shows = (turn: number): void => {
      const review = { taskId: 'a', turn, files: 1, added: 1, deleted: 0, comments: 0 };
      now = folderApp(overview({ tasks: [task('a', { ...paused('a'), review })] }));
      notification.update(now);
    };
    const about: unknown[] = [];
    act = () => Promise.resolve(undefined);
    onAct = (tasks) => about.push(...tasks.map(seenIn));
    shows(3);
    shows(4);
    await choose('Accept');
    deepEqual(about, [{ turn: 3 }]);
  });

  it('says of several that were resumed elsewhere that this is already done', async () => {
    shows('a', 'b');
    shows();
    await choose('Answer…');
    deepEqual(acted, []);
    deepEqual(told, [
      { ok: true, message: 'Nothing to do: none of these tasks needs you any more.' },
    ]);
  });

  it('does not act on a task that was resumed elsewhere meanwhile', async () => {
    shows('a');
    shows();
    await choose('Skip');
    deepEqual(acted, []);
    deepEqual(told, [{ ok: true, message: 'Nothing to do: a no longer needs you.' }]);
  });

  it('holds up no other once it was overtaken, and leaves the other one alone', async () => {
    shows('a');
    const overtaken = press;
    shows();
    shows('b');
    deepEqual(asked, ['Devs: a needs you.', 'Devs: b needs you.']);
    equal(notification.covers(now, 'b'), true);
    overtaken('Skip');
    await settled();
    deepEqual(acted, []);
    await choose('Skip');
    deepEqual(acted, ['skip b']);
  });

  it('does not take what waits for the other one once it was overtaken', async () => {
    shows('a');
    const overtaken = press;
    shows('b');
    shows('b', 'c');
    overtaken('Skip');
    await settled();
    deepEqual(acted, []);
    await choose('Skip');
    deepEqual(acted, ['skip b,c']);
  });
});

import { deepEqual, equal } from 'node:assert/strict';
import { setImmediate as settled } from 'node:timers/promises';
import type { AgentQuestion } from '../../../src/model/tools/agentQuestion';
import type { Answer } from '../../../src/ports/answer';
import type { QuestionInFolder } from '../../../src/vscode/folders/askedInFolder';
import type { FolderApp } from '../../../src/vscode/folders/folderApp';
import { questionNotification } from '../../../src/vscode/notifications/questionNotification';
import { askedQuestion } from '../../support/askedSamples';
import { questionTask } from './asking';
import { overview } from './overviews';

function folderApp(questions: readonly AgentQuestion[]): FolderApp {
  const folder = { name: 'shop', uri: { toString: () => 'file:///shop' } };
  const tasks = [questionTask('fix', ...questions)];
  return { folder, overview: overview({ tasks }) } as unknown as FolderApp;
}

describe('the notification about questions of running agents', () => {
  let asked: string[];
  let buttons: readonly string[];
  let told: Answer[];
  let acted: string[];
  let press: (button: string | undefined) => void;
  let now: FolderApp;
  let notification: ReturnType<typeof questionNotification>;

  const shows = (...questions: readonly AgentQuestion[]): void => {
    now = folderApp(questions);
    notification.update(now);
  };
  const choose = async (button: string | undefined): Promise<void> => {
    press(button);
    await settled();
  };
  const did = (what: string, questions: readonly QuestionInFolder[]): Promise<undefined> => {
    acted.push(`${what} ${questions.map((each) => each.asked.id).join(',')}`);
    return Promise.resolve(undefined);
  };

  beforeEach(() => {
    [asked, told, acted] = [[], [], []];
    notification = questionNotification(
      {
        answer: (questions) => did('answer', questions),
        show: (question) => did('show', [question]),
      },
      {
        ask: (text, offered) => {
          asked.push(text);
          buttons = offered;
          return new Promise((resolve) => (press = resolve));
        },
        level: () => 'needsYou',
        current: () => now,
        showAnswer: (answer) => told.push(answer),
        report: () => undefined,
      },
    );
    shows();
  });

  it('says who asks about what, and leads to the answer or the task', async () => {
    for (const [button, done] of [
      ['Answer…', 'answer 1'],
      ['Show', 'show 1'],
    ] as const) {
      shows();
      shows(askedQuestion());
      equal(asked.at(-1), 'Devs: claude asks about fix: Round half up, or half to even?');
      deepEqual(buttons, ['Answer…', 'Show']);
      await choose(button);
      equal(acted.at(-1), done);
    }
  });

  it('answers the question that stands in it, not one that came since', async () => {
    shows(askedQuestion());
    shows(askedQuestion(), askedQuestion({ id: '2' }));
    await choose('Answer…');
    deepEqual(acted, ['answer 1']);
    equal(asked.length, 2);
  });

  it('is one for several questions, which are chosen from in a list', async () => {
    shows(askedQuestion(), askedQuestion({ id: '2', question: 'Which file?' }));
    deepEqual(asked, [
      'Devs: 2 questions wait for you: fix: Round half up, or half to even?; fix: Which file?',
    ]);
    await choose('Answer…');
    deepEqual(acted, ['answer 1,2']);
  });

  it('says so where the question was answered elsewhere or has ended, and asks about the next', async () => {
    shows(askedQuestion());
    const pressFirst = press;
    shows(askedQuestion({ outcome: 'answered' }), askedQuestion({ id: '2' }));
    equal(asked.length, 2);
    pressFirst('Answer…');
    await settled();
    deepEqual(acted, []);
    equal(told[0]?.message, 'Already answered, or it does not wait any more.');
  });

  it('says where not all of a question fits, and makes no link and no icon of it', () => {
    const question = `Which?\n[x](command:devs.run) $(alert)\u202e${'y'.repeat(1_900)}`;
    shows(askedQuestion({ question }));
    const [text = ''] = asked;
    equal(text.length < 400, true);
    equal(/\]\(|\$\(|\n|\u202e/.test(text), false);
    equal(text.endsWith(' – not all of it fits here'), true);
  });
});

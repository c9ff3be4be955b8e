import { deepEqual, equal } from 'node:assert/strict';
import type { AgentQuestion } from '../../../src/model/tools/agentQuestion';
import { questionNotification } from '../../../src/vscode/notifications/questionNotification';
import { askedQuestion } from '../../support/askedSamples';
import { NotificationScene } from '../../support/notificationScene';
import { questionTask } from './asking';

describe('the notification about questions of running agents', () => {
  let scene: NotificationScene<AgentQuestion>;

  beforeEach(() => {
    scene = new NotificationScene<AgentQuestion>(
      (surface) =>
        questionNotification(
          {
            answer: (questions) => scene.did('answer', questions),
            show: (question) => scene.did('show', [question]),
          },
          surface,
        ),
      (asked) => [questionTask('fix', ...asked)],
    );
  });

  it('says who asks about what, and leads to the answer or the task', async () => {
    for (const [button, done] of [
      ['Answer…', 'answer 1'],
      ['Show', 'show 1'],
    ] as const) {
      scene.shows();
      scene.shows(askedQuestion());
      equal(scene.asked.at(-1), 'Devs: claude asks about fix: Round half up, or half to even?');
      deepEqual(scene.buttons, ['Answer…', 'Show']);
      await scene.choose(button);
      equal(scene.acted.at(-1), done);
    }
  });

  it('answers the question that stands in it, not one that came since', async () => {
    scene.shows(askedQuestion());
    scene.shows(askedQuestion(), askedQuestion({ id: '2' }));
    await scene.choose('Answer…');
    deepEqual(scene.acted, ['answer 1']);
    equal(scene.asked.length, 2);
  });

  it('is one for several questions, which are chosen from in a list', async () => {
    scene.shows(askedQuestion(), askedQuestion({ id: '2', question: 'Which file?' }));
    deepEqual(scene.asked, [
      'Devs: 2 questions wait for you: fix: Round half up, or half to even?; fix: Which file?',
    ]);
    await scene.choose('Answer…');
    deepEqual(scene.acted, ['answer 1,2']);
  });

  it('says so where the question was answered elsewhere or has ended, and then asks about the next', async () => {
    scene.shows(askedQuestion());
    scene.shows(askedQuestion({ outcome: 'answered' }), askedQuestion({ id: '2' }));
    equal(scene.asked.length, 1);
    await scene.choose('Answer…');
    deepEqual(scene.acted, []);
    equal(
      scene.told[0]?.message,
      'Too late: this was answered or timed out, or the turn has ended.',
    );
    equal(scene.asked.length, 2);
  });

  it('says where not all of a question fits, and makes no link and no icon of it', () => {
    const question = `Which?\n[x](command:devs.run) $(alert)\u202e${'y'.repeat(1_900)}`;
    scene.shows(askedQuestion({ question }));
    const [text = ''] = scene.asked;
    equal(text.length < 400, true);
    equal(/\]\(|\$\(|\n|\u202e/.test(text), false);
    equal(text.endsWith(' – not all of it fits here'), true);
  });
});

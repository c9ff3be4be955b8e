import { deepEqual, equal } from 'node:assert/strict';
import { listQuestions } from '../../../src/model/overview/overview';
import type { AgentQuestion, ShownQuestionReply } from '../../../src/model/tools/agentQuestion';
import type { Answer } from '../../../src/ports/answer';
import { askedInFolder } from '../../../src/vscode/folders/askedInFolder';
import type { FolderApp } from '../../../src/vscode/folders/folderApp';
import { QuestionPrompts } from '../../../src/vscode/prompts/questionPrompts';
import { askedQuestion } from '../../support/askedSamples';
import { questionTask } from './asking';
import { overview } from './overviews';
import { ScriptedInput } from './scriptedInput';

function setUp(...questions: readonly AgentQuestion[]) {
  const input = new ScriptedInput();
  const [given, shown] = [[] as ShownQuestionReply[], [] as string[]];
  let outcome: Answer = { ok: true, message: 'claude has your answer.' };
  const folder = {
    overview: overview({ tasks: [questionTask('fix', ...questions)] }),
  } as unknown as FolderApp;
  const prompts = new QuestionPrompts({
    input,
    actions: {
      answerQuestion: (_, reply) => {
        given.push(reply);
        const answer = outcome;
        outcome = { ok: true, message: 'claude has your answer.' };
        return Promise.resolve(answer);
      },
    },
    show: ({ task }, question) => Promise.resolve(void shown.push(`${task.id} ${question}`)),
  });
  const asked = askedInFolder(folder, listQuestions);
  return { prompts, input, asked, given, shown, refuse: (answer: Answer) => (outcome = answer) };
}

describe('answering questions of running agents from the palette', () => {
  it('asks for the answer to the only question', async () => {
    const { prompts, input, asked, given } = setUp(askedQuestion());
    input.typed = ['  Half to even. '];
    deepEqual(await prompts.answer(asked), { ok: true, message: 'claude has your answer.' });
    deepEqual(input.shown, [
      {
        title: 'claude asks about fix',
        placeHolder: 'Your answer, one line',
        lines: ['Round half up, or half to even?'],
      },
    ]);
    const { id, askedAt } = askedQuestion();
    deepEqual(given, [{ taskId: 'fix', id, askedAt, text: 'Half to even.' }]);
  });

  it('keeps the box with the text while the answer is refused', async () => {
    const { prompts, input, asked, given, refuse } = setUp(askedQuestion());
    refuse({ ok: false, message: 'The question is no longer open.' });
    input.typed = [' ', 'up', 'even'];
    equal((await prompts.answer(asked))?.ok, true);
    deepEqual(input.refusals, ['Write an answer first.', 'The question is no longer open.']);
    deepEqual(
      given.map(({ text }) => text),
      ['up', 'even'],
    );
  });

  it('asks which of several; a question that fits no line is answered in the dashboard', async () => {
    const long = askedQuestion({ id: '2', question: `Which?\n${'x'.repeat(1_900)}` });
    const { prompts, input, asked, given, shown } = setUp(askedQuestion(), long);
    const [, label = ''] = asked.map((each) => each.asked.question);
    input.answers = [[`${label.replace('\n', ' ').slice(0, 300)}…`]];
    await prompts.answer(asked);
    deepEqual(
      input.shown[0]?.lines.map((line) => line.slice(0, 20)),
      ['Round half up, or ha', 'Which? xxxxxxxxxxxxx'],
    );
    deepEqual([shown, given], [['fix 2'], []]);
  });

  it('leads to the dashboard for several lines, and sends nothing where the box is closed', async () => {
    const one = setUp(askedQuestion());
    one.input.goesElsewhere = true;
    await one.prompts.answer(one.asked);
    deepEqual([one.shown, one.given], [['fix 1'], []]);
    const other = setUp(askedQuestion());
    equal(await other.prompts.answer(other.asked), undefined);
    deepEqual(other.given, []);
  });

  it('says so where nothing waits', async () => {
    const { prompts, asked } = setUp(askedQuestion({ outcome: 'withdrawn' }));
    deepEqual(await prompts.answer(asked), {
      ok: true,
      message: 'No agent is waiting for an answer from you.',
    });
  });
});

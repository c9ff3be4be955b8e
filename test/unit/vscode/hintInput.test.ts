import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { hintInput } from '../../../src/vscode/prompts/hintInput';
import { asking, mark, task } from './overviews';

describe('the box that a task is resumed with', () => {
  it('asks for a hint where nothing else is asked', () => {
    const wanted = {
      title: 'Resume a',
      prompt: 'Enter a hint for the agent, or leave the box empty to resume without a hint.',
      ignoreFocusOut: true,
    };
    deepEqual(hintInput(task('a')), wanted);
    deepEqual(hintInput(task('a', { report: asking(' \n') })), wanted);
  });

  it('has the question as its prompt where a planner asks one', () => {
    const { title, prompt, placeHolder } = hintInput(
      task('a', { report: asking('Half to even,\nor away from zero?') }),
    );
    equal(title, 'Answer a');
    equal(prompt, 'Half to even, or away from zero?');
    equal(placeHolder, 'Enter your answer, or leave the box empty to resume without an answer.');
  });

  it('names first what is missing outside the task, such as a login', () => {
    const statusReason = 'not logged in — Log in; then resume the task.';
    const turns = [mark(1, { outcome: 'not_agent' })];
    const { prompt, placeHolder } = hintInput(
      task('a', { status: 'blocked', statusReason, turns }),
    );
    equal(prompt, statusReason);
    equal(placeHolder, 'Enter a hint, or leave the box empty to resume without a hint.');
  });

  it('makes no link, no picture and nothing invisible of the question, and cuts a long one', () => {
    const question = `$(error) [a](command:evil) \u202e\u0007${'x'.repeat(5_000)}`;
    const { prompt } = hintInput(task('a', { report: asking(question) }));
    doesNotMatch(prompt, /\]\(|\$\(|\u202e|\p{Cc}/u);
    match(prompt, /x…$/);
    equal(prompt.length < 1_100, true);
  });
});

import { listQuestions } from '../../../src/model/overview/overview';
import { isSameAsked } from '../../../src/model/permissions/askedPermission';
import type { TaskView } from '../../../src/protocol/dashboardView';
import { isFinished } from '../../../src/model/task/taskStatus';
import type { AnswerDraft } from '../../savedState';
import { html, nothing, repeat, type Content, type TemplateResult } from '../../template';
import { boundedParagraph } from '../bounded';
import { buttons, sending, type ButtonView } from '../button';
import type { TaskScope } from '../context';
import { icon } from '../icons';
import { addHint } from '../resumeForm';
import { answerKey } from './answerForm';

/** What the user wrote for questions that ended before it was sent: it can become a hint. Nothing without any. */
export function keptAnswers(scope: TaskScope, task: TaskView): Content {
  const { state, sender, card, taskId } = scope;
  const open = listQuestions(task);
  const kept = state.answers(taskId).filter((draft) => {
    const key = answerKey(draft);
    const isHandled = sender.isBusy(key) || card.answered.has(key);
    return !isHandled && draft.text.trim() !== '' && !open.some((each) => isSameAsked(each, draft));
  });
  if (kept.length === 0) return nothing;
  return html`${repeat(kept, answerKey, (draft) => keptAnswer(scope, task, draft))}`;
}

function keptAnswer(scope: TaskScope, task: TaskView, draft: AnswerDraft): TemplateResult {
  const { id, askedAt, agent, question, text } = draft;
  const section = `kept:${scope.taskId}:${askedAt}:${id}`;
  return html`<section class="asked kept-answer" aria-label="Unsent answer">
    <h4
      >${icon('question')}<span
        >Your answer to ${agent} was not sent: the question is no longer open</span
      ></h4
    >
    ${boundedParagraph(scope, 'question-text muted', { section: `${section}:question`, text: question })}
    ${boundedParagraph(scope, 'question-text', { section, text })}
    <div class="actions">${buttons([...asHint(scope, task, draft), discard(scope, draft)])}</div>
  </section>`;
}

/** Gives it as a hint: with the next prompt of a task that goes on, into the box of one that waits for the user. */
function asHint(scope: TaskScope, task: TaskView, draft: AnswerDraft): readonly ButtonView[] {
  if (isFinished(task.status)) return [];
  const text = draft.text.trim();
  const forget = (): void => scope.state.setAnswer(scope.taskId, { ...draft, text: '' });
  const look = {
    ...({ action: 'keepAsHint', label: 'Give as a hint', appearance: 'primary' } as const),
    name: `Give as a hint: your unsent answer to ${draft.agent}, question ${draft.id}`,
  };
  if (task.interventions.includes('resume')) {
    const onPress = (): void => {
      forget();
      addHint(scope, text);
    };
    return [{ ...look, onPress }];
  }
  const params = { taskId: scope.taskId, text, now: false };
  return [sending(scope, look, { method: 'hint', params, onDone: forget })];
}

function discard({ state, taskId, redraw }: TaskScope, draft: AnswerDraft): ButtonView {
  return {
    ...{ action: 'discardAnswer', label: 'Discard', appearance: 'secondary' },
    name: `Discard: your unsent answer to ${draft.agent}, question ${draft.id}`,
    onPress: () => {
      state.setAnswer(taskId, { ...draft, text: '' });
      redraw();
    },
  };
}

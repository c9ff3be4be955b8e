import { isSameAsked, type AskedKey } from '../../../src/model/permissions/askedPermission';
import { MAX_ANSWER, type AgentQuestion } from '../../../src/model/tools/agentQuestion';
import { countOf } from '../../../src/text/count';
import { html, live, nothing, type Content } from '../../template';
import type { TextInput } from '../../toolkit';
import { ANSWERED, isSecondPress } from '../askedGroup';
import { button, press, type ButtonView } from '../button';
import type { TaskScope } from '../context';
import { isSubmit, SUBMIT_KEY } from '../submitKey';

/** Names the sending of an answer, and the answer itself once it was taken. */
export function answerKey({ id, askedAt }: AskedKey): string {
  return `answer ${id} ${askedAt}`;
}

/** The box for the answer to a question, and its button. What is typed survives updates and reloads. */
export function answerForm(scope: TaskScope, asked: AgentQuestion): Content {
  const { card, redraw } = scope;
  if (card.answered.has(answerKey(asked))) return ANSWERED;
  const text = draftOf(scope, asked);
  const submit = answerButton(scope, asked, text.trim());
  const onInput = ({ currentTarget }: Event): void => {
    keep(scope, asked, (currentTarget as TextInput).value);
    redraw();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (!isSubmit(event)) return;
    event.preventDefault();
    press(submit, event);
  };
  return html`<form
    class="form answer-form"
    aria-label="Answer to question ${asked.id}"
    @keydown=${onKey}
    @submit=${(event: Event) => event.preventDefault()}
  >
    <vscode-text-area
      rows="2"
      resize="vertical"
      aria-label="Your answer"
      placeholder="The agent continues with your answer."
      ?readonly=${submit.busy === true}
      .value=${live(text)}
      @input=${onInput}
      >Your answer</vscode-text-area
    >
    ${tooLong(text)}
    <div class="actions"
      >${button(submit)}<p class="keys muted">${`${SUBMIT_KEY}+Enter answers`}</p></div
    >
  </form>`;
}

function answerButton(scope: TaskScope, asked: AgentQuestion, text: string): ButtonView {
  const { sender, card, taskId, announcer } = scope;
  const { id, askedAt } = asked;
  const key = answerKey(asked);
  const missing = text === '' ? 'Write an answer first.' : describeExcess(text);
  return {
    ...{ action: 'answer', label: 'Answer', appearance: 'primary' },
    name: `Answer question ${id}`,
    state: { enabled: missing === '', hint: missing },
    busy: sender.isBusy(key),
    onPress: (event) => {
      if (isSecondPress(event)) return;
      sender.send(key, {
        method: 'answerQuestion',
        params: { taskId, id, askedAt, text },
        onDone: () => {
          card.answered.add(key);
          keep(scope, asked, '');
        },
      });
    },
    onRefused: announcer.show,
  };
}

/** How much too long an answer is; '' for one that fits. */
function describeExcess(text: string): string {
  const left = text.length - MAX_ANSWER;
  if (left <= 0) return '';
  return `This answer is ${countOf(left, 'character')} too long: at most ${MAX_ANSWER.toLocaleString()} are allowed.`;
}

function tooLong(text: string): Content {
  const excess = describeExcess(text.trim());
  return excess === '' ? nothing : html`<p class="answer-excess">${excess}</p>`;
}

function draftOf({ state, taskId }: TaskScope, asked: AskedKey): string {
  return state.answers(taskId).find((draft) => isSameAsked(draft, asked))?.text ?? '';
}

function keep({ state, taskId }: TaskScope, asked: AgentQuestion, text: string): void {
  const { id, askedAt, agent, question } = asked;
  state.setAnswer(taskId, { id, askedAt, agent, question, text });
}

import { listQuestions } from '../../../src/model/overview/overview';
import type { AgentQuestion } from '../../../src/model/tools/agentQuestion';
import type { TaskView } from '../../../src/protocol/dashboardView';
import { html, type Content, type TemplateResult } from '../../template';
import { askedGroup } from '../askedGroup';
import { boundedParagraph } from '../bounded';
import { clockUntil } from '../clock';
import type { TaskScope } from '../context';
import { icon } from '../icons';
import { answerForm } from './answerForm';
import { keptAnswers } from './keptAnswers';

/** Maximum number of questions that are shown at first: as many as an agent may ask at once. */
const MAX_SHOWN = 5;

/** The open questions of a task's agent, each with a box for the answer, and unsent answers to those that have ended. */
export function agentQuestions(scope: TaskScope, task: TaskView): Content {
  const group = askedGroup(scope, {
    ...{ className: 'agent-questions', label: 'Questions', noun: 'question' },
    most: MAX_SHOWN,
    items: listQuestions(task),
    draw: (asked) => question(scope, asked),
  });
  return html`${group}${keptAnswers(scope, task)}`;
}

function question(scope: TaskScope, asked: AgentQuestion): TemplateResult {
  const { id, agent, askedAt, question: text, until } = asked;
  const section = `question:${scope.taskId}:${askedAt}:${id}`;
  return html`<section class="asked agent-question" data-question=${id} aria-label="Question ${id}">
    <h4>${icon('question')}<span>${agent} asks you</span></h4>
    ${boundedParagraph(scope, 'question-text', { section, text })}
    <p class="muted asked-until"
      >Waits ${clockUntil(until)}, then the agent goes on without an answer</p
    >
    ${answerForm(scope, asked)}
  </section>`;
}

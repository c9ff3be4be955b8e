import { isTaskView, type ShownTask, type TaskView } from '../../src/protocol/dashboardView';
import { listAsked, listQuestions } from '../../src/model/overview/overview';
import type { RunActivity } from '../../src/model/overview/runActivity';
import { oneLine } from '../../src/text/oneLine';
import { visibleLine } from '../../src/text/visibleText';
import { flag, html, nothing, type TemplateResult } from '../template';
import { describeStatus } from '../../src/reports/run/statusWords';
import { ASKS_YOU, describeScheduling, isAsking, STATUS_WORDS } from '../words';
import { withoutCodeMarks } from './inlineCode';
import { statusIcon } from './statusIcon';

/** A task as one line of many. */
export interface TaskLineView {
  readonly task: ShownTask;
  readonly run: RunActivity;
  readonly open: boolean;
  /** Whether its card's content is being loaded. */
  readonly busy: boolean;
  readonly onPress: () => void;
}

/** The line of a task among many: status, title and facts; a press opens or closes the card, which shows all this. */
export function taskLine({ task, run, open, busy, onPress }: TaskLineView): TemplateResult {
  const content = open
    ? nothing
    : html`${statusIcon(task, run)}<span class="row-title">${task.title}</span
        ><span class="row-facts">${describe(task, run)}</span>`;
  return html`<div class="row-line" draggable="true" data-busy=${flag(busy)} @click=${onPress}
    >${content}</div
  >`;
}

function describe(task: ShownTask, run: RunActivity): string {
  const [asked] = isAsking(task) ? askedTexts(task) : [];
  const word = asked === undefined ? describeStatus(task, run) : `${ASKS_YOU}: ${asked}`;
  const failed =
    task.entropy === 0 || STATUS_WORDS[task.status].group === 'finished'
      ? ''
      : `${task.entropy} failed in a row`;
  const scheduling = describeScheduling(task);
  const reason = oneLine(task.statusReason);
  const { level } = task.loop ?? (isTaskView(task) ? task.steps?.suspicion : undefined) ?? {};
  const loop = level === undefined ? '' : level === 'stuck' ? 'loop' : 'loop suspected';
  return [word, failed, loop, scheduling, reason].filter((part) => part !== '').join(' · ');
}

/** What its agent asks, permissions first, each on one line. */
function askedTexts(task: TaskView): readonly string[] {
  return [
    ...listAsked(task).map(({ action }) => withoutCodeMarks(action)),
    ...listQuestions(task).map(({ question }) => visibleLine(question, MAX_QUESTION)),
  ];
}

/** Longest question in a line, in characters. */
const MAX_QUESTION = 200;

import type { TaskView } from '../../src/protocol/dashboardView';
import { describeAttempts, type DescribedAttempt } from '../../src/reports/task/describeAttempts';
import { describeTaskDebugger } from '../../src/reports/debugger/describeTaskDebugger';
import { visibleLine } from '../../src/text/visibleText';
import { html, nothing, paragraph, timeOf, type Content, type TemplateResult } from '../template';
import { describeLoopProof, LOOP_WORDS } from '../words';
import type { TaskScope } from './context';
import { disclosure } from './disclosure';
import { icon } from './icons';
import { inlineCode } from './inlineCode';

/** Characters of the loop that ended the last turn. */
const MAX_LOOP = 400;

/**
 * Findings about a task: the loop over its attempts with its evidence, the loop that ended its last turn, the agent's
 * unblock authority, and the debugger.
 */
export function attemptNotes(scope: TaskScope, task: TaskView): Content {
  // The pause report describes it in full.
  const call = task.report === undefined ? task.debugger : undefined;
  const notes = [task.loop, task.lastLoop, task.authority, call];
  if (notes.every((note) => note === undefined)) return nothing;
  const asked =
    call === undefined
      ? nothing
      : html`<p class="muted" role="group" aria-label="Debugger">${describeTaskDebugger(call)}</p>`;
  return html`<div class="attempt-notes"
    >${loop(scope, task)}${lastLoop(task)}${authority(task)}${asked}</div
  >`;
}

function loop(scope: TaskScope, { loop: found, statusReason }: TaskView): Content {
  if (found === undefined) return nothing;
  const message = found.message === statusReason ? '' : found.message;
  return html`<div class="loop-note" role="group" aria-label="Loop" data-level=${found.level}
    >${icon('retry')}<div class="loop-text"
      ><p class="loop-kind">${LOOP_WORDS[found.loopType]}</p
      >${paragraph(message, 'loop-message', inlineCode)}<p class="muted"
        >${describeLoopProof(found)}</p
      >${attempts(scope, found)}</div
    ></div
  >`;
}

/** The attempts that prove a loop, in a section that opens: when each ended, its turns, its result. */
function attempts(scope: TaskScope, found: NonNullable<TaskView['loop']>): Content {
  const { title, attempts: all, older } = describeAttempts(found);
  if (all.length === 0) return nothing;
  const view = { section: `attempts:${scope.taskId}`, label: title };
  return disclosure(
    scope,
    view,
    () =>
      html`${paragraph(older > 0 ? `… ${older} older` : '', 'muted')}<ol class="proving-attempts"
          >${all.map(attempt)}</ol
        >`,
  );
}

function attempt({ number, at, task, turns, facts }: DescribedAttempt): TemplateResult {
  const where = [`Attempt ${number}`, task, turns].filter((part) => part !== '').join(' · ');
  return html`<li
    ><p><span class="attempt-name">${where}</span> ${timeOf(at, 'muted')}</p
    ><ul
      >${facts.map((fact) => html`<li>${fact}</li>`)}</ul
    ></li
  >`;
}

function lastLoop({ lastLoop: told }: TaskView): Content {
  if (told === undefined) return nothing;
  return html`<div
    class="loop-note"
    role="group"
    aria-label="Loop in the last turn"
    data-level="stuck"
    >${icon('retry')}<div class="loop-text"
      ><p>${inlineCode(visibleLine(told, MAX_LOOP))}</p></div
    ></div
  >`;
}

function authority({ authority: blockers }: TaskView): Content {
  if (blockers === undefined) return nothing;
  const items = [...new Set(blockers)].map((blocker) => html`<li>${blocker}</li>`);
  return html`<div class="authority-note" role="group" aria-label="Authority"
    >${icon('shield')}<div
      ><p>In this task only, the agent may work around these blockers:</p
      ><ul class="blockers"
        >${items}</ul
      ></div
    ></div
  >`;
}

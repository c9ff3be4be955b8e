import type { TaskView } from '../../src/protocol/dashboardView';
import { pauseHeadline } from '../../src/reports/pause/pauseCause';
import {
  describeRepeats,
  type PausedDebugger,
  type PauseView,
  type SuggestedLesson,
  type TriedStrategy,
} from '../../src/reports/pause/pauseView';
import { capitalise } from '../../src/text/sentence';
import { html, nothing, repeat, timeOf, type Content, type TemplateResult } from '../template';
import { boundedParagraph, preformatted } from './bounded';
import { button } from './button';
import type { TaskScope } from './context';
import { disclosure } from './disclosure';
import { doubtfulPass } from './doubtfulPass';
import { hopList } from './hops/hopList';
import { icon } from './icons';
import { lastError } from './lastError';
import { pausedTurnRows } from './pausedTurnRows';
import { addHint } from './resumeForm';
import { stepList } from './steps/stepList';
import { adviceSection, stuckSection } from './stuckAt';
import { changesLink } from './taskLinks';
import { turnList } from './turnList';
import { inlineCode } from './inlineCode';

export interface PausePanelView {
  readonly task: TaskView;
  readonly pause: PauseView;
}

/** The pause report: the failure, the strategies, the last error, and the proving turns. */
export function pausePanel(scope: TaskScope, { pause, task }: PausePanelView): TemplateResult {
  const { strategies = [], lastError: said = '' } = pause.failed ?? {};
  const advice = pause.adviceFirst ? nothing : adviceSection(pause);
  return html`<section class="report" aria-label="Pause report">
    <p class="report-head"
      >${icon('warning')}<span class="headline">${pauseHeadline(pause.cause)}</span
      >${timeOf(pause.createdAt, 'muted')}</p
    >
    ${boundedParagraph(scope, 'stop-reason', { section: `stop:${scope.taskId}`, text: pause.stopReason === pause.reason.sentence ? '' : pause.stopReason }, inlineCode)}
    ${doubtfulPass(scope, pause.doubtfulPass)}
    <div class="stuck-at">${stuckSection(scope, pause)}${advice}</div>
    ${diagnosis(scope, pause.debugger)} ${lessons(scope, pause.lessons)} ${tried(strategies)}
    ${said === '' ? nothing : html`<section class="section"><h4>Last error</h4>${lastError(scope, said, pause.stuckAt)}</section>`}
    ${proof(scope, { pause, task })} ${changesLink(scope, task)}
  </section>`;
}

/** The hops and steps of the loop, and the turns, each in a section that opens. */
function proof(scope: TaskScope, { pause, task }: PausePanelView): Content {
  const section = (name: string, label: string, content: () => Content): Content =>
    disclosure(scope, { section: `${name}:${scope.taskId}`, label }, content);
  const hops = pause.hops.filter(({ proves }) => proves);
  const steps = pause.loop?.steps ?? [];
  const rows = pausedTurnRows(pause, task);
  const [hopLabel, stepLabel, turnLabel] = [
    'Hops (calls between agents) of the loop',
    'Steps of the loop',
    'Turn by turn',
  ];
  return html` ${hops.length === 0 ? nothing : section('hops', hopLabel, () => hopList(scope, hopLabel, { hops, runningTurn: undefined }))}
  ${steps.length === 0 ? nothing : section('steps', stepLabel, () => stepList(scope, stepLabel, steps))}
  ${rows.length === 0 ? nothing : section('proof', turnLabel, () => turnList(scope, turnLabel, rows))}`;
}

/** The debugger's diagnosis: who gave it, how it went, its words. */
function diagnosis(scope: TaskScope, asked: PausedDebugger | undefined): Content {
  if (asked === undefined) return nothing;
  const summary = [asked.summary, ...asked.changes].join(' ');
  return html`<section class="section"
    ><h4>Diagnosis</h4
    ><p>${summary}</p
    >${preformatted(scope, { section: `diagnosis:${scope.taskId}`, label: 'Diagnosis', text: asked.diagnosis })}</section
  >`;
}

/** Lessons from similar failures; each can be used as a hint. */
function lessons(scope: TaskScope, suggested: readonly SuggestedLesson[]): Content {
  if (suggested.length === 0) return nothing;
  const items = repeat(
    suggested,
    ({ id }) => id,
    (each) => lesson(scope, each),
  );
  return html`<section class="section"
    ><h4>What helped before</h4
    ><ul class="lessons"
      >${items}</ul
    ></section
  >`;
}

function lesson(scope: TaskScope, { text, origin, isHint }: SuggestedLesson): TemplateResult {
  // Another agent is chosen in the form; it is no hint for an agent.
  const use = isHint
    ? button({
        action: 'useHint',
        label: 'Use as hint',
        appearance: 'link',
        state: {
          enabled: true,
          hint: 'Copies this text into the hint box above. Nothing is sent yet.',
        },
        onPress: () => addHint(scope, text),
      })
    : nothing;
  return html`<li
    ><p class="lesson-text">${text}</p
    ><p class="lesson-origin"><span class="muted">${capitalise(origin)}</span>${use}</p></li
  >`;
}

function tried(strategies: readonly TriedStrategy[]): Content {
  if (strategies.length === 0) return nothing;
  const items = strategies.map(
    ({ text, times }) =>
      html`<li><span>${text}</span><span class="muted">${describeRepeats(times)}</span></li>`,
  );
  return html`<section class="section"
    ><h4>What was tried</h4
    ><ol class="strategies"
      >${items}</ol
    ></section
  >`;
}

import type { ActionState } from '../../../src/protocol/actionState';
import type { SessionLoopView, SessionView } from '../../../src/protocol/sessionView';
import { countOf } from '../../../src/text/count';
import {
  html,
  nothing,
  paragraph,
  timeOf,
  type Content,
  type TemplateResult,
} from '../../template';
import { suggestTask } from '../addTaskPanel';
import { alert } from '../alert';
import { boundedParagraph } from '../bounded';
import { buttons, sending, type ButtonView } from '../button';
import { clockUntil } from '../clock';
import type { Scope } from '../context';
import { icon, type IconName } from '../icons';
import { inlineCode } from '../inlineCode';
import type { Sending } from '../sender';
import { recentCalls, suspicionNote } from '../steps/stepsNow';

/** A session, and the form for a new task. */
export interface SessionCardView {
  readonly session: SessionView;
  readonly form: Scope;
}

/** What the parts of a card share. */
export type SessionScope = Scope & {
  /** Unique on the page, for labels. */
  readonly elementId: string;
};

const ICONS: Readonly<Record<SessionView['status'], IconName>> = {
  working: 'arc',
  waiting: 'circle',
  stopped: 'warning',
  ended: 'tick',
};

/** The card of a guarded session: agent, what was asked, what it does, its loops, and actions. */
export function sessionCard(
  scope: SessionScope,
  { session, form }: SessionCardView,
): TemplateResult {
  const { key, asked, agent, suspicion, snoozedUntil, recent, now, rewound } = session;
  return html`<div class="card-head"
      ><span class="status-icon"
        >${icon(session.isStopped ? 'warning' : ICONS[session.status])}</span
      ><div class="card-title"
        ><h3 id="${scope.elementId}-title">${agent}</h3
        ><p class="status-line"
          ><span class="status-word">${session.statusWord}</span
          >${session.folder === '' ? nothing : html`<span class="agent">${session.folder}</span>`}${timeOf(session.lastAt)}</p
        ></div
      ></div
    >
    ${boundedParagraph(scope, 'session-asked', { section: `asked:${key}`, text: asked })}
    <div class="steps-now" role="group" aria-label="What the agent is doing"
      >${recentCalls(recent)}<p class="step-facts"><span class="step-count">${now}</span></p
      >${suspicion === undefined ? nothing : suspicionNote(agent, suspicion)}</div
    >
    ${loops(scope, session)}
    ${snoozedUntil === undefined ? nothing : html`<p class="session-snoozed muted">Snoozed ${clockUntil(snoozedUntil)}</p>`}
    ${paragraph(rewound ?? '', 'session-rewound muted')} ${alert(scope.sender)}
    <div class="actions">${buttons(actions(scope, { session, form }))}</div>`;
}

/** The newest loops, each with what the agent was answered. */
function loops(scope: Scope, { loops: all, olderLoops, key }: SessionView): Content {
  if (all.length === 0) return nothing;
  const older = olderLoops === 0 ? '' : `and ${countOf(olderLoops, 'older loop')}`;
  const items = all.map((each, index) => loop(scope, each, `loop:${key}:${index}`));
  return html`<ul class="session-loops" aria-label="Loops"
      >${items}</ul
    >${paragraph(older, 'session-older muted')}`;
}

function loop(scope: Scope, found: SessionLoopView, section: string): TemplateResult {
  const { at, place, message, answer, advice, isDismissed } = found;
  return html`<li class="loop-note" data-level="stuck" data-dismissed=${String(isDismissed)}
    >${icon('retry')}<div class="loop-text"
      >${boundedParagraph(scope, 'loop-message', { section, text: message }, inlineCode)}<p
        class="muted"
        >${timeOf(at)} · ${place === '' ? nothing : `${place} · `}<span>${answer}</span></p
      >${paragraph(advice, 'loop-advice', inlineCode)}</div
    ></li
  >`;
}

/** Requests of a card's buttons. */
type SessionMethod =
  | 'sessionProof'
  | 'sessionSeen'
  | 'sessionNotALoop'
  | 'rewindSession'
  | 'snoozeSession'
  | 'makeTask';

function actions(scope: SessionScope, { session, form }: SessionCardView): readonly ButtonView[] {
  const { key, actions: states } = session;
  const params = { session: key };
  /** None where the host does not offer it. */
  const offer = <M extends SessionMethod>(
    label: string,
    state: ActionState | undefined,
    request: Sending<M>,
  ): readonly ButtonView[] => {
    const look = { action: request.method, label, appearance: 'secondary' } as const;
    return state === undefined ? [] : [sending(scope, { ...look, state }, request)];
  };
  const snooze = (on: boolean): Sending<'snoozeSession'> => ({
    ...{ method: 'snoozeSession', params: { ...params, on } },
  });
  return [
    ...offer('Proof', states.proof, { method: 'sessionProof', params }),
    ...offer('Mark as seen', states.seen, { method: 'sessionSeen', params }),
    ...offer('This was not a loop', states.notALoop, { method: 'sessionNotALoop', params }),
    ...offer('Rewind…', states.rewind, { method: 'rewindSession', params }),
    ...offer('Snooze', states.snooze, snooze(true)),
    ...offer('End snooze', states.wake, snooze(false)),
    ...offer('Create a task', states.makeTask, {
      ...{ method: 'makeTask', params },
      onDone: (suggested) => {
        if (suggested.goal !== '') suggestTask(form, suggested);
      },
    }),
  ];
}

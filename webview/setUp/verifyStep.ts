import type { Trial } from '../../src/protocol/setUp/setUpView';
import { oneLine } from '../../src/text/oneLine';
import { preformatted } from '../render/bounded';
import { icon, type IconName } from '../render/icons';
import { inlineCode } from '../render/inlineCode';
import { html, live, nothing, type Content, type TemplateResult } from '../template';
import { actionButton, type ActionButton } from './actionButton';
import type { StepScope } from './context';
import { stepRow } from './step';

/** The command that verifies the work, tried and then written. */
export function verifyStep(scope: StepScope): TemplateResult {
  const { view, state, sender, keep } = scope;
  const { verify, obstacle } = view;
  const command = state.command ?? verify.command;
  const blank = command.trim() === '' ? 'Type a command first.' : '';
  const hint = obstacle?.hint ?? blank;
  const running = verify.trial?.state === 'running';
  const tryIt = {
    label: 'Try',
    primary: !verify.done,
    hint,
    request: { method: 'tryVerify', params: { command: command.trim() } },
  } satisfies ActionButton<'tryVerify'>;
  const onInput = ({ currentTarget }: Event): void => {
    keep({ command: (currentTarget as HTMLTextAreaElement).value });
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if (running) return;
    if (hint !== '') sender.complain(hint);
    else sender.send(tryIt.label, tryIt.request);
  };
  const first = running
    ? actionButton(scope, { label: 'Stop', request: { method: 'stopTrial', params: {} } })
    : actionButton(scope, tryIt);
  const body = html`<label for="command">Command</label>
    <textarea
      id="command"
      class="text-input command"
      spellcheck="false"
      autocomplete="off"
      placeholder="npm test"
      rows=${command.split('\n').length}
      .value=${live(command)}
      @input=${onInput}
      @keydown=${onKey}
    ></textarea>
    <div class="step-actions">${first}${useButton(scope, command.trim(), hint)}</div>
    ${trialOf(scope, verify.trial)}`;
  return stepRow(scope, { id: 'verify', title: '2. Verification', step: verify, body });
}

function useButton(scope: StepScope, command: string, hint: string): Content {
  if (command === scope.view.verify.written) return nothing;
  return actionButton(scope, {
    label: 'Use this command',
    hint,
    request: {
      method: 'useVerify',
      params: { command },
      onDone: () => scope.keep({ command: undefined }),
    },
  });
}

const TRIAL_ICONS: Readonly<Record<Trial['state'], IconName>> = {
  running: 'arc',
  passes: 'check',
  fails: 'half',
  cannotRun: 'warning',
  stopped: 'dash',
};

function trialOf({ texts }: StepScope, trial: Trial | undefined): Content {
  if (trial === undefined) return nothing;
  const { state, message, command, output } = trial;
  return html`<div class="trial" data-trial=${state}>
    <p class="trial-message"
      >${icon(TRIAL_ICONS[state])}<span
        >${state === 'running' ? `Running: ${oneLine(command)}` : inlineCode(message)}</span
      ></p
    >
    ${preformatted(texts, { section: 'trial', label: `Output of ${command}`, text: output, from: 'end' })}
  </div>`;
}

import type { TaskView } from '../../src/protocol/dashboardView';
import { html, live, nothing, type Content } from '../template';
import type { TextInput } from '../toolkit';
import { buttons, sending, type ButtonView } from './button';
import type { TaskScope } from './context';

/** A box for a hint to a task that runs: to its agent at once where that hears it, else with the next prompt. */
export function hintForm(scope: TaskScope, task: TaskView): Content {
  if (task.status !== 'in_progress') return nothing;
  const { state, redraw } = scope;
  const onInput = ({ currentTarget }: Event): void => {
    const { value } = currentTarget as TextInput;
    state.setDraft(task.id, { ...state.draft(task.id), hint: value });
    redraw();
  };
  const hears = task.steps?.takesHints === true;
  const how = hears
    ? '“Send now” interrupts the agent, which then continues with your hint in the same session.'
    : 'This agent cannot be interrupted during a turn. Devs sends your hint with the next prompt.';
  return html`<form
    class="form hint-form"
    aria-label="Hint for ${task.title}"
    @submit=${(event: Event) => event.preventDefault()}
  >
    <vscode-text-area
      rows="2"
      resize="vertical"
      aria-label="Hint for the agent"
      placeholder="What should the agent try or avoid?"
      .value=${live(state.draft(task.id).hint)}
      @input=${onInput}
      >Hint for the agent</vscode-text-area
    >
    <p class="muted">${how}</p>
    <div class="actions"
      >${buttons([...(hears ? [hintButton(scope, task, true)] : []), hintButton(scope, task, false)])}</div
    >
  </form>`;
}

function hintButton(scope: TaskScope, task: TaskView, now: boolean): ButtonView {
  const { state, redraw } = scope;
  const text = state.draft(task.id).hint.trim();
  const look = {
    action: now ? 'hintNow' : 'hint',
    label: now ? 'Send now' : 'Send with next prompt',
    appearance: now ? 'primary' : 'secondary',
    state: { enabled: text !== '', hint: text === '' ? 'Write a hint first.' : '' },
  } as const;
  return sending(scope, look, {
    method: 'hint',
    params: { taskId: task.id, text, now },
    onDone: () => {
      state.setDraft(task.id, { ...state.draft(task.id), hint: '' });
      redraw();
    },
  });
}

import { toolkitDropdown, toolkitOption, toolkitTextArea } from '../toolkit';
import type { Context } from './context';
import { freshId, h, setShown, setText, type Part } from './dom';

const SUBMIT_KEY = navigator.userAgent.includes('Mac') ? 'Cmd' : 'Ctrl';

export interface ResumeFormView {
  /** Whether the form is for the answer to a question; else for a hint. */
  readonly asked: boolean;
  /** Something outside the task is missing, such as a login: a hint is no help, so the form starts closed. */
  readonly remedy: boolean;
  /** The task's current agent. */
  readonly agent: string;
  readonly agents: readonly string[];
}

/** The form with hint and agent for resuming; its input survives updates and reloads. */
export interface ResumeForm extends Part<ResumeFormView> {
  readonly isOpen: () => boolean;
  /** Values to send; empty fields are absent. */
  values(): { hint?: string; agent?: string };
  open(): void;
  /** Appends a text to the hint and focuses it; sends nothing. */
  addHint(text: string): void;
  readonly clear: () => void;
}

export interface ResumeFormOptions {
  readonly taskId: string;
  readonly title: string;
  readonly onSubmit: () => void;
  /** Called after opening, or closing with Escape. */
  readonly onToggle: () => void;
  /** Called after each change of the text. */
  readonly onInput: () => void;
}

const WORDS = {
  hint: {
    label: 'Hint for the agent (optional)',
    placeholder: 'What should it try or avoid?',
    keys: `${SUBMIT_KEY}+Enter resumes, Escape closes`,
  },
  answer: {
    label: 'Your answer',
    placeholder: 'Its agents get the question and this answer.',
    keys: `${SUBMIT_KEY}+Enter answers and resumes`,
  },
} as const;

/** Creates the form, open by default unless a remedy is missing. Escape closes it unless it is for an answer; Ctrl/Cmd+Enter submits. */
export function createResumeForm(context: Context, options: ResumeFormOptions): ResumeForm {
  const { taskId } = options;
  const section = `resume:${taskId}`;
  const hint = toolkitTextArea(WORDS.hint.label, 3);
  hint.placeholder = WORDS.hint.placeholder;
  hint.value = context.state.draft(taskId).hint;
  const agent = createAgentChoice(context, taskId);
  const keys = h('p', { class: 'keys muted' }, WORDS.hint.keys);
  let asked = false;
  let remedy = false;
  const element = h(
    'form',
    { class: 'form resume-form', 'aria-label': `Resume ${options.title}` },
    hint,
    agent.element,
    keys,
  );

  const toggle = (open: boolean): void => {
    context.state.setOpen(section, open);
    setShown(element, open);
    options.onToggle();
  };
  const keepHint = (text: string): void => {
    context.state.setDraft(taskId, { ...context.state.draft(taskId), hint: text });
  };
  hint.addEventListener('input', () => {
    keepHint(hint.value);
    options.onInput();
  });
  element.addEventListener('submit', (event) => event.preventDefault());
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      options.onSubmit();
    } else if (event.key === 'Escape' && !asked && !agent.isListOpen()) toggle(false);
  };
  // Handled before the dropdown, whose Escape closes its list, not the form.
  element.addEventListener('keydown', onKey, { capture: true });
  const isOpen = (): boolean => asked || context.state.isOpen(section, !remedy);
  setShown(element, isOpen());

  return {
    element,
    isOpen,
    update: (view) => {
      ({ remedy } = view);
      if (view.asked !== asked) {
        ({ asked } = view);
        const words = asked ? WORDS.answer : WORDS.hint;
        setText(hint, words.label);
        hint.setAttribute('aria-label', words.label);
        hint.placeholder = words.placeholder;
        setText(keys, words.keys);
      }
      agent.update(view);
    },
    values: () => {
      const draft = context.state.draft(taskId);
      return {
        ...(draft.hint.trim() === '' ? {} : { hint: draft.hint.trim() }),
        ...(draft.agent === '' ? {} : { agent: draft.agent }),
      };
    },
    open: () => {
      toggle(true);
      hint.focus();
    },
    addHint: (text) => {
      const written = context.state.draft(taskId).hint.trim();
      if (!written.includes(text)) keepHint(written === '' ? text : `${written}\n${text}`);
      hint.value = context.state.draft(taskId).hint;
      if (!isOpen()) toggle(true);
      options.onInput();
      hint.focus();
    },
    clear: () => {
      hint.value = '';
      agent.clear();
      context.state.setDraft(taskId, { hint: '', agent: '' });
      options.onInput();
    },
  };
}

interface AgentChoice extends Part<Pick<ResumeFormView, 'agent' | 'agents'>> {
  isListOpen(): boolean;
  clear(): void;
}

function createAgentChoice(context: Context, taskId: string): AgentChoice {
  const id = freshId('agent');
  const label = h('label', { id }, 'Agent');
  const dropdown = toolkitDropdown();
  dropdown.setAttribute('aria-labelledby', id);
  let shown = '';
  const choose = (agent: string): void => {
    context.state.setDraft(taskId, { ...context.state.draft(taskId), agent });
  };
  dropdown.addEventListener('change', () => choose(dropdown.value));
  const element = h('div', { class: 'field agent-choice' }, label, dropdown);
  return {
    element,
    isListOpen: () => dropdown.open,
    clear: () => (dropdown.value = ''),
    update: ({ agent, agents }) => {
      const others = agents.filter((name) => name !== agent);
      setShown(element, others.length > 0);
      setText(label, 'Agent');
      const now = JSON.stringify([agent, others]);
      // Rebuilds options only if they differ, so that an open list stays.
      if (now === shown) return;
      shown = now;
      dropdown.replaceChildren(
        toolkitOption('', `${agent} (as before)`),
        ...others.map((name) => toolkitOption(name, name)),
      );
      const wanted = context.state.draft(taskId).agent;
      dropdown.value = others.includes(wanted) ? wanted : '';
      if (dropdown.value !== wanted) choose(dropdown.value);
    },
  };
}

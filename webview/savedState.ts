import { isSameAsked } from '../src/model/permissions/askedPermission';

/** Unsent input of the user for a task. */
export interface ResumeDraft {
  readonly hint: string;
  /** '' = the current agent. */
  readonly agent: string;
}

/** An unsent answer to a question of a running agent. The question is kept with it, since it may end. */
export interface AnswerDraft {
  /** These two name the question among those of all runs. */
  readonly id: string;
  readonly askedAt: string;
  readonly agent: string;
  readonly question: string;
  readonly text: string;
}

/** The open form for a new task. */
export interface AddTaskDraft {
  readonly open: boolean;
  readonly id: string;
  readonly title: string;
  readonly goal: string;
  /** '' = the default agent. */
  readonly agent: string;
  readonly verify: string;
  /** Ids of tasks that it waits for. */
  readonly dependsOn: readonly string[];
  /** Words to find tasks by that it may wait for. */
  readonly find: string;
  /** Whether several tasks are added at once, those that `list` names. */
  readonly several: boolean;
  readonly list: string;
}

/** Filter for the list of tasks. */
export interface TaskFilter {
  /** Words that must all occur; '' = any task. */
  readonly text: string;
  /** A status, 'loop' for tasks in a loop, or '' for all. */
  readonly status: string;
}

/** State that survives a hidden or reloaded panel. JSON only. */
export interface SavedState {
  readonly drafts: Readonly<Record<string, ResumeDraft>>;
  /** Unsent answers, by task. */
  readonly answers: Readonly<Record<string, readonly AnswerDraft[]>>;
  /** Sections that the user opened or closed, by section and task. */
  readonly open: Readonly<Record<string, boolean>>;
  readonly addTask: AddTaskDraft;
  readonly filter: TaskFilter;
  /** Whether metrics are shown instead of the tasks. */
  readonly figures: boolean;
  /** Vertical scroll position in pixels. */
  readonly scroll: number;
}

/** The saved state and its updates. */
export interface StateKeeper {
  readonly current: SavedState;
  update(change: Partial<SavedState>): void;
  draft(taskId: string): ResumeDraft;
  setDraft(taskId: string, draft: ResumeDraft): void;
  /** The unsent answers of a task, none of them empty. */
  answers(taskId: string): readonly AnswerDraft[];
  /** Keeps an unsent answer; one without a text is forgotten. */
  setAnswer(taskId: string, draft: AnswerDraft): void;
  isOpen(section: string, fallback: boolean): boolean;
  setOpen(section: string, open: boolean): void;
  /** Ids of tasks whose sections `task:<id>` the user opened, at most the newest 1,000. */
  readonly openTasks: () => string[];
}

const TASK = 'task:';
const MOST_OPEN = 1_000;

/** Name of a task's section in a long list. */
export function taskSection(taskId: string): string {
  return TASK + taskId;
}

export const EMPTY_ADD_TASK: AddTaskDraft = {
  open: false,
  id: '',
  title: '',
  goal: '',
  agent: '',
  verify: '',
  dependsOn: [],
  find: '',
  several: false,
  list: '',
};
const EMPTY_DRAFT: ResumeDraft = { hint: '', agent: '' };

/** Keeps the state in memory and passes each change to `save`; `saved` may be any value. */
export function createStateKeeper(saved: unknown, save: (state: SavedState) => void): StateKeeper {
  let current = readState(saved);
  const update = (change: Partial<SavedState>): void => {
    current = { ...current, ...change };
    save(current);
  };
  return {
    get current() {
      return current;
    },
    update,
    draft: (taskId) => own(current.drafts, taskId) ?? EMPTY_DRAFT,
    setDraft: (taskId, draft) => update({ drafts: { ...current.drafts, [taskId]: draft } }),
    answers: (taskId) => own(current.answers, taskId) ?? [],
    setAnswer: (taskId, draft) => {
      const before = own(current.answers, taskId) ?? [];
      const others = before.filter((each) => !isSameAsked(each, draft));
      const drafts = draft.text === '' ? others : [...others, draft];
      update({ answers: { ...current.answers, [taskId]: drafts } });
    },
    isOpen: (section, fallback) => own(current.open, section) ?? fallback,
    setOpen: (section, open) => update({ open: { ...current.open, [section]: open } }),
    openTasks: () =>
      Object.entries(current.open)
        .flatMap(([section, open]) =>
          open && section.startsWith(TASK) ? section.slice(TASK.length) : [],
        )
        .slice(-MOST_OPEN),
  };
}

function readState(saved: unknown): SavedState {
  const state = record(saved);
  const form = record(state['addTask']);
  const filter = record(state['filter']);
  return {
    drafts: mapValues(record(state['drafts']), (draft) => ({
      hint: text(record(draft)['hint']),
      agent: text(record(draft)['agent']),
    })),
    answers: mapValues(record(state['answers']), (drafts) =>
      Array.isArray(drafts) ? drafts.map((draft) => answerDraft(record(draft))) : [],
    ),
    open: mapValues(record(state['open']), (open) => open === true),
    addTask: {
      open: form['open'] === true,
      id: text(form['id']),
      title: text(form['title']),
      goal: text(form['goal']),
      agent: text(form['agent']),
      verify: text(form['verify']),
      dependsOn: texts(form['dependsOn']),
      find: text(form['find']),
      several: form['several'] === true,
      list: text(form['list']),
    },
    filter: { text: text(filter['text']), status: text(filter['status']) },
    figures: state['figures'] === true,
    scroll: typeof state['scroll'] === 'number' ? state['scroll'] : 0,
  };
}

function answerDraft(draft: Record<string, unknown>): AnswerDraft {
  const [id, askedAt] = [text(draft['id']), text(draft['askedAt'])];
  const [agent, question] = [text(draft['agent']), text(draft['question'])];
  return { id, askedAt, agent, question, text: text(draft['text']) };
}

/** Reads only own properties, since a task may be called "constructor". */
function own<T>(values: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function mapValues<T>(
  values: Record<string, unknown>,
  read: (value: unknown) => T,
): Record<string, T> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, read(value)]));
}

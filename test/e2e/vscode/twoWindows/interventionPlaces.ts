import assert from 'node:assert/strict';
import { answerNotification, runCommand } from '../../../realVscode/workbench';
import type { DevsProcess } from '../../cli/devsProcess';
import type { TestWorkspace } from '../../cli/testWorkspace';
import type { Page } from 'playwright-core';
import { acceptChecked, awaitQuickInput, pressLine, typeInto } from './quickInput';
import type { OpenWindow } from './windows';

export const HINT = 'Multiply first.';
export const OTHER_AGENT = 'other';

/** Everything that a human can do to a task, and how a run of it is started. */
export const ACTS = [
  'run',
  'rewind',
  'redo',
  'resumeByOther',
  'resumeWithHint',
  'notALoop',
  'skip',
  'retry',
  'cancel',
  'pause',
] as const;
export type Act = (typeof ACTS)[number];

/** One way to do it; comes back as soon as it is asked for. */
export type Way = (taskId: string) => Promise<unknown>;

/** Where a human can do things. A place that offers only some of them leaves the others out. */
export type Place = Readonly<Partial<Record<Act, Way>>>;

const REWIND = /^Rewind \d+ files? · \S+ to before its first turn/;
const REDO = /^Redo \d+ files? · /;

/** Accepts what a rewind or redo proposes. */
async function accept(page: Page, title: RegExp): Promise<void> {
  await awaitQuickInput(page, title);
  await acceptChecked(page);
}

/** Answers what the editor asks before it resumes a task: hint, then agent. */
async function answerResume(page: Page, answer: { hint: string; agent: string }): Promise<void> {
  await awaitQuickInput(page, /a hint for the agent|^Resume /);
  await typeInto(page, answer.hint);
  await awaitQuickInput(page, /Which agent should continue/);
  await pressLine(page, answer.agent);
}

/** The buttons of a card, and of the head of the dashboard for what concerns the run. */
export function dashboardPlace({ dashboard, session: { page } }: OpenWindow): Required<Place> {
  const press = (name: string) => (taskId: string) =>
    dashboard.button(name, dashboard.card(taskId)).click();
  const goBack = (name: string, title: RegExp) => async (taskId: string) => {
    await press(name)(taskId);
    await accept(page, title);
  };
  return {
    run: (taskId) => press(`Run this task: ${taskId}`)(taskId),
    rewind: goBack('Rewind…', REWIND),
    redo: goBack('Redo…', REDO),
    resumeByOther: async (taskId) => {
      const card = dashboard.card(taskId);
      await card.locator('.agent-choice vscode-dropdown').click();
      await card.getByRole('option', { name: OTHER_AGENT, exact: true }).click();
      await press('Resume')(taskId);
    },
    resumeWithHint: async (taskId) => {
      const hint = dashboard.card(taskId).getByRole('textbox', { name: /^Hint for the agent/ });
      await hint.fill(HINT);
      await press('Resume')(taskId);
    },
    notALoop: press('Not a loop'),
    skip: press('Skip'),
    retry: (taskId) => press(`Retry: ${taskId}`)(taskId),
    cancel: () => dashboard.button('Cancel now').click(),
    pause: () => dashboard.button('Pause').click(),
  };
}

/** The commands of the palette. */
export function palettePlace({ session: { page } }: OpenWindow): Required<Place> {
  const onTask = (command: string, question: RegExp) => async (taskId: string) => {
    await runCommand(page, command);
    await awaitQuickInput(page, question);
    await pressLine(page, taskId);
  };
  const resume = (hint: string, agent: string) => async () => {
    await runCommand(page, 'Devs: Resume Task…');
    await answerResume(page, { hint, agent });
  };
  return {
    run: onTask('Devs: Run Task…', /^Run which task/),
    rewind: async () => {
      await runCommand(page, 'Devs: Rewind Task…');
      await accept(page, REWIND);
    },
    redo: async () => {
      await runCommand(page, 'Devs: Redo (Undo Rewind)…');
      await accept(page, REDO);
    },
    resumeByOther: resume('', OTHER_AGENT),
    resumeWithHint: resume(HINT, OTHER_AGENT),
    notALoop: onTask('Devs: This Was Not a Loop…', /^Which task was not/),
    skip: onTask('Devs: Skip Task…', /^Skip which task/),
    retry: onTask('Devs: Retry Task…', /^Restart which task/),
    cancel: () => runCommand(page, 'Devs: Cancel Run'),
    pause: () => runCommand(page, 'Devs: Pause After This Turn'),
  };
}

/** The buttons of the notification about a pause, and of the one that a rewind leaves. */
export function notificationPlace(window: OpenWindow): Place {
  const { dashboard } = window;
  const { page } = window.session;
  const answer = (button: string) => (taskId: string) =>
    answerNotification(window.session.page, `${taskId} needs you`, button);
  return {
    rewind: async (taskId) => {
      await answer('Rewind…')(taskId);
      await accept(page, REWIND);
    },
    redo: async (taskId) => {
      await answerNotification(window.session.page, `Rewound ${taskId}`, 'Redo');
      await accept(page, REDO);
    },
    resumeWithHint: async (taskId) => {
      await answer('Answer…')(taskId);
      await dashboard.cursorInHint(taskId);
      await page.keyboard.type(HINT);
      await page.keyboard.press('Control+Enter');
    },
    skip: answer('Skip'),
  };
}

/** The `devs` command. What goes on by itself in the editor goes on with `devs run` there. */
export function terminalPlace(workspace: TestWorkspace): Required<Place> {
  const devs = async (...args: readonly string[]): Promise<void> => {
    const { code, stderr } = await workspace.devs(...args);
    assert.equal(code, 0, stderr);
  };
  let last: DevsProcess | undefined;
  /** The run before it has come to its end by then. */
  const run = async (taskId: string): Promise<void> => {
    await last?.ended;
    last = workspace.start(['run', taskId]);
  };
  const goingOn =
    (command: string, ...args: readonly string[]) =>
    async (taskId: string) => {
      await devs(command, taskId, ...args);
      await run(taskId);
    };
  return {
    run,
    rewind: (taskId) => devs('rewind', taskId, '--yes'),
    redo: (taskId) => devs('redo', taskId, '--yes'),
    resumeByOther: goingOn('resume', '--agent', OTHER_AGENT),
    resumeWithHint: goingOn('resume', '--hint', HINT),
    notALoop: goingOn('not-a-loop'),
    skip: (taskId) => devs('skip', taskId),
    retry: (taskId) => devs('retry', taskId),
    cancel: () => devs('pause', '--now'),
    pause: () => devs('pause'),
  };
}

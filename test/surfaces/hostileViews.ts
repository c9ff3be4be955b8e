import type { DashboardView, TaskView } from '../../src/protocol/dashboardView';
import { askedOnce, askedQuestion, askedToEdit } from '../support/askedSamples';
import { pausedTask } from '../unit/webview/pausedTask';
import { sessionIn } from '../unit/webview/sessionSamples';
import { runningSteps, stepTask } from '../unit/webview/stepTasks';
import { ready, task } from '../unit/webview/samples';

const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung';
const PATH = `packages/${'deeply/nested/'.repeat(12)}checkout.integration.test.ts:1042`;
const RIGHT_TO_LEFT = 'إصلاح مجموع السلة: ‏9.72 ≠ 9.73 في cart.test.js';
const EMOJI = '🛒🧑‍🧑‍🧒‍🧒 Fix the 🧮 of the 🛍️ — 🇪🇺 taxes ✅❌';
const WIDE = '修复购物车总额的舍入错误并确保所有货币的测试都能通过';

/** Titles that are as long, as foreign or as colourful as texts get. */
export const hostileTitles = {
  longWords: `${LONG_WORD} ${PATH}`,
  rightToLeft: RIGHT_TO_LEFT,
  emoji: EMOJI,
  wideCharacters: WIDE,
} as const;

function named(id: string, title: string, like: TaskView): TaskView {
  return { ...like, id, title, goal: `${title}. `.repeat(6), statusReason: title.repeat(3) };
}

/** A running task whose agent asks everything in this text. */
function askingIn(title: string): TaskView {
  const asks = [
    askedOnce({ command: title, action: `run ${title}` }),
    askedToEdit({ paths: [title], changes: [{ path: title, before: title, after: `${title}!` }] }),
  ];
  const plan = [{ text: title, status: 'in_progress' }];
  return stepTask(
    runningSteps({ asks, plan, said: title, questions: [askedQuestion({ question: title })] }),
  );
}

/** One paused, running, asking, failed and pending task for each kind of text. */
function tasksNamed(id: string, title: string): readonly TaskView[] {
  return [
    named(`${id}-paused`, title, pausedTask),
    named(`${id}-running`, title, stepTask()),
    named(`${id}-asking`, title, askingIn(title)),
    named(`${id}-blocked`, title, task('blocked', { status: 'blocked' })),
    named(`${id}-pending`, title, task('pending', { dependsOn: [`${id}-paused`] })),
  ];
}

/** Dashboards whose texts are as long, as foreign or as colourful as texts get. */
export const hostileViews = {
  longWords: ready(tasksNamed('long', hostileTitles.longWords), { run: 'PAUSED' }),
  hostileSessions: ready([], { sessions: Object.values(hostileTitles).map(sessionIn) }),
  rightToLeft: ready(tasksNamed('rtl', hostileTitles.rightToLeft), { run: 'PAUSED' }),
  emoji: ready(tasksNamed('emoji', hostileTitles.emoji), { run: 'RUNNING' }),
  wideCharacters: ready(tasksNamed('wide', hostileTitles.wideCharacters), { run: 'PAUSED' }),
} satisfies Record<string, DashboardView>;

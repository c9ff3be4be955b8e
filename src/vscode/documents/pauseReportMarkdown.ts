import { describeThreshold } from '../../reports/task/describeThresholds';
import { selectHuman, type InterventionRecord } from '../../model/run/intervention';
import type { Intervention } from '../../model/task/taskEvent';
import type { FailureAnalysisReport } from '../../model/report/pauseReport';
import type { PauseKind } from '../../reports/pause/pauseCause';
import {
  describePause,
  describeRepeats,
  type PauseView,
  type StuckFailure,
} from '../../reports/pause/pauseView';
import { interventionMarkdown } from '../../reports/task/describeIntervention';
import { codeBlock, inlineCode, escapeMarkdown, replaceControls } from '../../text/markdown';
import { oneLine } from '../../text/oneLine';
import { utcTime } from '../../text/time';
import { doubtfulPassMarkdown } from './doubtfulPassMarkdown';
import { pauseHopsMarkdown } from './pauseHopsMarkdown';
import { turnsMarkdown } from './turnsMarkdown';
import { capitalise } from '../../text/sentence';
import { shortName } from '../../text/truncate';

/** An intervention: name in the command palette, arguments of `devs`, effect. */
type OfferedCommand = readonly [Intervention, string, (taskId: string) => string, string];

const COMMANDS: readonly OfferedCommand[] = [
  [
    'accept',
    'Accept…',
    (id) => `accept ${id}`,
    'marks the task as done although its tests may prove nothing.',
  ],
  [
    'rewind',
    'Rewind Task…',
    (id) => `rewind ${id}`,
    'restores the files as they were at an earlier turn of the task; shows a preview first.',
  ],
  [
    'sendBack',
    'Send Back…',
    (id) => `send-back ${id} "…"`,
    'sends the change back to the agent with what you write.',
  ],
  [
    'discard',
    'Discard…',
    (id) => `discard ${id}`,
    'deletes the change and its worktree and skips the task.',
  ],
  ['redo', 'Redo (Undo Rewind)…', (id) => `redo ${id}`, 'undoes the latest rewind of the task.'],
  [
    'skip',
    'Skip Task…',
    (id) => `skip ${id}`,
    'skips the task: no run works on it until you retry it.',
  ],
  [
    'resume',
    'Resume Task…',
    (id) => `resume ${id} --hint "…"`,
    'resumes the task, with your hint or answer if you give one; its failed turns count from 0 again.',
  ],
  [
    'notALoop',
    'This Was Not a Loop…',
    (id) => `not-a-loop ${id}`,
    'records the pause as a false alarm and resumes the task.',
  ],
  [
    'retry',
    'Retry Task…',
    (id) => `retry ${id}`,
    'starts the task again; its failed turns count from 0.',
  ],
];

/** What a document shows besides its report. */
export interface ReportedTask {
  /** What humans did to the task since it began. */
  readonly history: readonly InterventionRecord[];
  /** What they can do now, which is not what they could while it was paused. */
  readonly interventions: readonly Intervention[];
}

/**
 * A pause report as a Markdown document with the task as it is now and the URL of its issue; texts of agents, programs and hints are shown as code.
 */
export function pauseReportMarkdown(
  report: FailureAnalysisReport,
  { history, interventions }: ReportedTask,
  issue?: string,
): string {
  const pause = describePause(report);
  const byHumans = selectHuman(history);
  const { taskId, cause, stopReason, question, advice, adviceTitle, thresholdReason } = pause;
  const advised =
    advice.length === 0 ? [] : [`## ${adviceTitle}`, bullets(advice.map(escapeMarkdown))];
  const sections = [
    `# ${oneLine(taskId)} ${STANDING[cause.kind]}`,
    `${escapeMarkdown(cause.sentence)} Filed ${utcTime(pause.createdAt)}.`,
    ...(stopReason === '' ? [] : [`**${escapeMarkdown(stopReason)}**`]),
    ...(thresholdReason === undefined
      ? []
      : [`${escapeMarkdown(capitalise(describeThreshold(thresholdReason)))}.`]),
    ...(issue === undefined ? [] : [`[Open the issue file with all evidence](<${issue}>)`]),
    ...(question === undefined ? [] : ['## The question', codeBlock(question.text)]),
    ...doubtfulPassMarkdown(pause.doubtfulPass),
    ...(pause.adviceFirst ? advised : []),
    ...stuckMarkdown(pause),
    ...debuggerMarkdown(pause),
    ...(pause.adviceFirst ? [] : advised),
    ...lessonsMarkdown(pause),
    ...attemptsMarkdown(pause),
    ...failedMarkdown(pause),
    ...pauseHopsMarkdown(pause),
    ...(pause.turns.length === 0 ? [] : ['## Turn by turn']),
    ...pause.turns.flatMap(turnsMarkdown),
    ...(byHumans.length === 0
      ? []
      : ['## What you did', bullets(byHumans.map(interventionMarkdown))]),
    '## What you can do',
    bullets([
      ...offeredCommands(report, interventions).map(([, name, terminal, does]) =>
        describeCommand(name, terminal(taskId), does),
      ),
      describeCommand(
        'Show Changes of Task…',
        `report ${taskId} --changes`,
        'shows what the turns of the task changed.',
      ),
    ]),
  ];
  return replaceControls(`${sections.join('\n\n')}\n`);
}

/** A block without a loop can be no false alarm. */
function offeredCommands(
  { reason }: FailureAnalysisReport,
  interventions: readonly Intervention[],
): readonly OfferedCommand[] {
  return COMMANDS.filter(
    ([what]) => interventions.includes(what) && !(what === 'notALoop' && reason === 'BLOCKED'),
  );
}

function describeCommand(name: string, terminal: string, does: string): string {
  return `**Devs: ${name}** (${inlineCode(`devs ${terminal}`)}) ${does}`;
}

const STANDING: Readonly<Record<PauseKind, string>> = {
  retries: 'is paused',
  limit: 'is paused',
  agentLimit: 'is paused',
  aborted: 'was stopped',
  blocked: 'is blocked',
  question: 'asks you',
  review: 'waits for your review',
};

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function debuggerMarkdown({ debugger: asked }: PauseView): readonly string[] {
  if (asked === undefined) return [];
  const { summary, diagnosis, changes } = asked;
  return [
    '## The diagnosis',
    [summary, ...changes].map(escapeMarkdown).join(' '),
    ...(diagnosis === '' ? [] : [codeBlock(diagnosis)]),
  ];
}

function lessonsMarkdown({ lessons }: PauseView): readonly string[] {
  if (lessons.length === 0) return [];
  return [
    '## What helped before',
    ...lessons.flatMap(({ origin, text, command }) => [
      `${escapeMarkdown(origin)}:`,
      codeBlock(text),
      `To try it: ${inlineCode(command)}`,
    ]),
  ];
}

function attemptsMarkdown({ attempts: described }: PauseView): readonly string[] {
  if (described === undefined || described.attempts.length === 0) return [];
  const { title, attempts, older } = described;
  const lines = attempts.map(({ number, at, task, turns, facts }) => {
    const where = [utcTime(at), turns, task === '' ? '' : inlineCode(task)].filter(Boolean);
    return [`Attempt ${number} (${where.join(', ')}):`, ...facts.map(nestedCode)].join('\n');
  });
  return [`## ${title}`, bullets([...(older > 0 ? [`… ${older} older`] : []), ...lines])];
}

function nestedCode(text: string): string {
  return `  - ${inlineCode(text)}`;
}

function failedMarkdown({ failed }: PauseView): readonly string[] {
  if (failed === undefined) return [];
  const { count, strategies, lastError } = failed;
  const list = strategies.map(
    ({ text, times }, index) => `${index + 1}. ${inlineCode(text)}${describeRepeats(times)}`,
  );
  return [
    '## What was tried',
    `${count}:`,
    list.length === 0 ? '(none recorded)' : list.join('\n'),
    '## The last error',
    codeBlock(lastError),
  ];
}

/** Failing tests that are listed. */
const MAX_TESTS = 10;

/** Paragraphs with the repeated failure and the best turn so far; unknown parts are left out. */
function stuckMarkdown({ stuckAt, best }: PauseView): readonly string[] {
  if (stuckAt === undefined && best === undefined) return [];
  const facts = [
    ...(stuckAt === undefined ? [] : failureFacts(stuckAt)),
    ...(best === undefined ? [] : [`- ${capitalise(best)}.`]),
  ];
  return [
    ...(stuckAt === undefined
      ? ['## The best turn so far']
      : [
          '## Where the task is stuck',
          `**${escapeMarkdown(capitalise(stuckAt.what))}**`,
          codeBlock(stuckAt.message),
        ]),
    facts.join('\n'),
  ];
}

function failureFacts({ repetition, testCount, tests }: StuckFailure): readonly string[] {
  const left = tests.length - MAX_TESTS;
  return [
    `- ${capitalise(repetition)}.`,
    ...(testCount === '' ? [] : [`- ${testCount}:`]),
    ...tests.slice(0, MAX_TESTS).map((test) => `  - ${inlineCode(shortName(test))}`),
    ...(left > 0 ? [`  - … ${left} more`] : []),
  ];
}

import type { InterventionRecord } from '../../model/run/intervention';
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
type OfferedCommand = readonly [string, (taskId: string) => string, string];

/** Only for a doubtful pass. */
const ACCEPT: OfferedCommand = [
  'Accept…',
  (id) => `accept ${id}`,
  'ends the task as done although its pass is doubtful.',
];

/** For every pause. */
const COMMANDS: readonly OfferedCommand[] = [
  [
    'Rewind Task…',
    (id) => `rewind ${id}`,
    'restores the files to before its first turn or after one; shows a preview first.',
  ],
  ['Redo (Undo Rewind)…', (id) => `redo ${id}`, 'undoes the newest rewind.'],
  ['Skip Task…', (id) => `skip ${id}`, 'takes the task off the list.'],
  [
    'Resume Task…',
    (id) => `resume ${id} --hint "…"`,
    'resumes the task with reset counters, and with your hint or answer if you give one.',
  ],
  [
    'This Was Not a Loop…',
    (id) => `resume ${id} --not-a-loop`,
    'records the pause as a false alarm and resumes the task.',
  ],
  ['Show Changes of Task…', (id) => `report ${id} --changes`, 'shows what its turns changed.'],
];

/**
 * A pause report as a Markdown document with what humans did to the task since it began (`history`) and
 * the URL of its issue; texts of agents, programs and hints are shown as code.
 */
export function pauseReportMarkdown(
  report: FailureAnalysisReport,
  history: readonly InterventionRecord[],
  issue?: string,
): string {
  const pause = describePause(report);
  const { taskId, cause, stopReason, question, advice } = pause;
  const sections = [
    `# ${oneLine(taskId)} ${STANDING[cause.kind]}`,
    `${escapeMarkdown(cause.sentence)} Filed ${utcTime(pause.createdAt)}.`,
    ...(stopReason === '' ? [] : [`**${escapeMarkdown(stopReason)}**`]),
    ...(issue === undefined ? [] : [`[The issue about it](<${issue}>)`]),
    ...(question === undefined ? [] : ['## The question', codeBlock(question.text)]),
    ...doubtfulPassMarkdown(pause.doubtfulPass),
    ...stuckMarkdown(pause),
    ...debuggerMarkdown(pause),
    ...(advice.length === 0 ? [] : ['## Advice', bullets(advice.map(escapeMarkdown))]),
    ...lessonsMarkdown(pause),
    ...failedMarkdown(pause),
    ...pauseHopsMarkdown(pause),
    ...(pause.turns.length === 0 ? [] : ['## The turns that prove it']),
    ...pause.turns.flatMap(turnsMarkdown),
    ...(history.length === 0
      ? []
      : ['## What you did', bullets(history.map(interventionMarkdown))]),
    '## What you can do',
    bullets(
      [...(pause.accept === undefined ? [] : [ACCEPT]), ...COMMANDS].map(
        ([name, terminal, does]) => {
          return `**Devs: ${name}** (${inlineCode(`devs ${terminal(taskId)}`)}) ${does}`;
        },
      ),
    ),
  ];
  return replaceControls(`${sections.join('\n\n')}\n`);
}

const STANDING: Readonly<Record<PauseKind, string>> = {
  retries: 'is paused',
  limit: 'is paused',
  agentLimit: 'is paused',
  aborted: 'was stopped',
  question: 'asks you',
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
          '## What it is stuck at',
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

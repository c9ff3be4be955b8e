import type { TaskView } from '../../../src/protocol/dashboardView';
import type { ShownTaskView } from '../../../src/protocol/taskPage/taskPageView';
import { claudeCall, claudeResult, claudeStart } from '../../support/claudeStream';
import { pausedTask } from './pausedTask';
import { runningSteps, stepTask } from './stepTasks';

/** The page of a task; `change` replaces what a test is about. */
export function taskPage(task: TaskView, change: Partial<ShownTaskView> = {}): ShownTaskView {
  const no = { enabled: false, hint: 'No run is active.' };
  return {
    kind: 'task',
    ...{ task, run: 'IDLE', maxPivots: 2, agents: ['claude', 'codex'], actions: { pause: no } },
    ...change,
  };
}

export const pausedPage = taskPage(pausedTask, { run: 'PAUSED' });

export const runningPage = taskPage(stepTask(runningSteps({ said: 'I run the tests again.' })), {
  run: 'RUNNING',
  actions: { pause: { enabled: true, hint: 'Stops the run after the current turn.' } },
});

const HEADER = '[devs] command: ["claude"]\n[devs] directory: /work\n\n';

/** A transcript of Claude Code with these lines. */
export function transcript(...lines: readonly string[]): string {
  return `${HEADER}${lines.map((line) => `${line}\n`).join('')}`;
}

/** What Claude Code says before its next call. */
export function claudeText(text: string): string {
  const message = { id: `t-${text.length}`, role: 'assistant', content: [{ type: 'text', text }] };
  return JSON.stringify({ type: 'assistant', message, parent_tool_use_id: null, session_id: 's' });
}

/** An agent that looks, edits and tests. */
export const AT_WORK: readonly string[] = [
  claudeStart(),
  claudeText('I look at the rounding first.'),
  claudeCall('1', 'Read', { file_path: 'src/rounding.js' }),
  claudeResult(
    '1',
    'export function roundTo(value, digits) {\n  return Math.floor(value * 100) / 100;\n}\n',
  ),
  claudeCall('2', 'Edit', {
    file_path: 'src/rounding.js',
    old_string: '  return Math.floor(value * 100) / 100;\n',
    new_string: '  const factor = 10 ** digits;\n  return Math.round(value * factor) / factor;\n',
  }),
  claudeResult('2', 'The file src/rounding.js has been updated.'),
  claudeCall('3', 'Bash', { command: 'npm test', description: 'Runs the tests' }),
  claudeResult(
    '3',
    '2 failing\n  rounds half to even at test/rounding.test.js:14:12\nExpected 2.68, got 2.67',
    true,
  ),
];

/** So many calls, each with its result. */
export function manyCalls(count: number, from = 0): readonly string[] {
  return Array.from({ length: count }, (_, at) => from + at).flatMap((at) => [
    claudeCall(
      `c${at}`,
      at % 3 === 0 ? 'Read' : 'Bash',
      at % 3 === 0 ? { file_path: `src/part-${at}.js` } : { command: `npm test -- part-${at}` },
    ),
    claudeResult(`c${at}`, `part ${at} looks fine\n${'line of output\n'.repeat(5)}`, at % 50 === 7),
  ]);
}

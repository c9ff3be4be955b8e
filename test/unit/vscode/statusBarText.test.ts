import { deepEqual, equal, match } from 'node:assert/strict';
import type { Hop } from '../../../src/model/hops/hop';
import type { Overview } from '../../../src/model/overview/overview';
import { stoppedSessions } from '../../../src/vscode/guard/sessionNotification';
import { statusBarText } from '../../../src/vscode/status/statusBarText';
import { WAITS_TO_LAND } from '../../support/landingTask';
import { askedQuestion, askedToRun } from '../../support/askedSamples';
import { askingTask, questionTask } from './asking';
import { inFolder, stopped } from './guard/samples';
import { asking, mark, overview, task, thisWindow } from './overviews';
import { clockTime, timeLeft } from '../../../src/text/time';

/** Four and a half minutes after the run began. */
const NOW = new Date('2026-11-21T21:34:30.000Z');

const text = (...changes: readonly Partial<Overview>[]): string | undefined =>
  statusBarText(
    changes.map((change, index) => ({ name: `f${index}`, overview: overview(change) })),
    NOW,
  )?.text;

const paused = task('b', { status: 'PAUSED_FOR_INTERVENTION' });
const active = task('fix-rounding', {
  title: 'Fix the cart total',
  ...{ status: 'in_progress', entropy: 2, turnCount: 5, pivots: 1 },
});

describe('the status bar text', () => {
  it('is absent where no folder has a devs.yaml', () => {
    equal(text(), undefined);
    equal(text({ config: { kind: 'missing' } }), undefined);
  });

  it('shows the task at work by its title, with the minutes and the attempt', () => {
    const running = { run: 'RUNNING', holder: thisWindow } as const;
    equal(
      text({ ...running, tasks: [active] }),
      '$(sync~spin) Devs: Fix the cart total · attempt 2 of 3',
    );
    const before = mark(1, { at: '2026-11-21T20:00:00.000Z' });
    const turns = [before, mark(2), mark(3, { at: '2026-11-21T21:33:00.000Z' })];
    equal(
      text({ ...running, tasks: [{ ...active, turns }, paused] }),
      '$(sync~spin) Devs: Fix the cart total · 4 min · attempt 2 of 3 · 1 needs you',
    );
    equal(
      text({ ...running, tasks: [active] }, { ...running, tasks: [active] }),
      '$(sync~spin) Devs: 2 tasks',
    );
  });

  it('shows which tasks wait to land', () => {
    const running = { run: 'RUNNING', holder: thisWindow } as const;
    const waiting = { ...active, landing: WAITS_TO_LAND };
    equal(
      text({ ...running, tasks: [waiting] }),
      '$(sync~spin) Devs: Fix the cart total · waiting to land',
    );
    const tasks = [{ ...active, landing: { kind: 'verifies' } as const }, waiting];
    equal(text({ ...running, tasks }), '$(sync~spin) Devs: 2 tasks · 1 waits to land');
    const overviews = [{ name: 'shop', overview: overview({ ...running, tasks }) }];
    const tooltip = statusBarText(overviews, NOW)?.tooltip ?? '';
    match(tooltip, /Landing: verifying the merged files/);
    match(tooltip, /Waiting to land \(2nd, after “Fix the parser”\)/);
  });

  it('shows what the agent at work asks permission for', () => {
    const running = { run: 'RUNNING', holder: thisWindow } as const;
    const one = { ...askingTask('fix', askedToRun()), title: 'Fix the cart total' };
    equal(
      text({ ...running, tasks: [one] }),
      '$(shield) Devs: Fix the cart total asks: run "npm install"',
    );
    const two = { ...askingTask('fix', askedToRun(), askedToRun({ id: '2' })), title: 'Fix it' };
    const status = statusBarText(
      [{ name: 'shop', overview: overview({ ...running, tasks: [two, paused] }) }],
      NOW,
    );
    equal(status?.text, '$(shield) Devs: Fix it asks: run "npm install" and 1 more · 1 needs you');
    equal(status.level, 'warning');
    match(status.tooltip, /fix asks: run "npm install" and 1 more; b needs you/);
  });

  it('shows what the agent at work wants to know, after what it asks permission for', () => {
    const running = { run: 'RUNNING', holder: thisWindow } as const;
    const hostile = askedQuestion({ id: '2', question: '$(alert) [x](command:devs.run)\nor y?' });
    const one = { ...questionTask('fix', askedQuestion()), title: 'Fix it' };
    equal(
      text({ ...running, tasks: [one] }),
      '$(question) Devs: Fix it asks: Round half up, or half to even?',
    );
    const { steps } = questionTask('fix', askedQuestion(), hostile);
    const both = { ...one, steps: steps && { ...steps, asks: [askedToRun()] } };
    equal(
      text({ ...running, tasks: [both] }),
      '$(shield) Devs: Fix it asks: run "npm install" and 2 more',
    );
    const odd =
      text({ ...running, tasks: [{ ...questionTask('fix', hostile), title: 'Fix it' }] }) ?? '';
    equal(
      odd.replaceAll('\u200b', ''),
      '$(question) Devs: Fix it asks: $(alert) [x](command:devs.run) or y?',
    );
    equal(odd.includes('$(alert)'), false);
  });

  it('shows a task that waits with the time it goes on, and the reason in the tooltip', () => {
    const running = { run: 'RUNNING', holder: thisWindow } as const;
    const waitingUntil = '2026-11-21T14:05:00.000Z';
    const waiting = { ...active, waitingUntil, statusReason: `rate limited\n${'x'.repeat(500)}` };
    const time = `${clockTime(waitingUntil, NOW)} (${timeLeft(waitingUntil, NOW)})`;
    equal(
      text({ ...running, tasks: [waiting] }),
      `$(clock) Devs: Fix the cart total waits until ${time}`,
    );
    equal(text({ ...running, tasks: [waiting, active] }), '$(sync~spin) Devs: 2 tasks');
    const status = statusBarText(
      [{ name: 'shop', overview: overview({ ...running, tasks: [waiting] }) }],
      NOW,
    );
    match(status?.tooltip ?? '', /waits until .* \(.*\): rate limited x{187}…$/);
  });

  it('counts down to a time that is days away', () => {
    const waitingUntil = new Date(NOW.getTime() + (3 * 24 + 4) * 3_600_000).toISOString();
    const tasks = [task('one', { waitingUntil })];
    match(
      text({ run: 'RUNNING', holder: thisWindow, tasks }) ?? '',
      /^\$\(clock\) Devs: one waits until 2026-11-\d\d \d\d:\d\d \(in 3 days 4 h\)$/,
    );
  });

  it('shows the tasks that a run sleeps for, and the one at work where there is one', () => {
    const running = { run: 'RUNNING', holder: thisWindow } as const;
    const [soon, later] = ['2026-11-21T14:05:00.000Z', '2026-11-21T16:00:00.000Z'];
    const one = task('one', { waitingUntil: later });
    const two = task('two', { waitingUntil: soon });
    const time = `${clockTime(soon, NOW)} (${timeLeft(soon, NOW)})`;
    equal(text({ ...running, tasks: [two] }), `$(clock) Devs: two waits until ${time}`);
    equal(text({ ...running, tasks: [one, two] }), `$(clock) Devs: 2 tasks wait until ${time}`);
    equal(
      text({ ...running, tasks: [one, active] }),
      '$(sync~spin) Devs: Fix the cart total · attempt 2 of 3',
    );
    equal(text({ tasks: [one] }), '$(checklist) Devs: 0 of 1 done');
  });

  it('shows in the tooltip what nobody would see of a reason', () => {
    const waitingUntil = '2026-11-21T14:05:00.000Z';
    const waiting = { ...active, waitingUntil, statusReason: 'gpt\u202e4\u200b-o is busy' };
    const tasks = { run: 'RUNNING', holder: thisWindow, tasks: [waiting] } as const;
    const status = statusBarText([{ name: 'shop', overview: overview(tasks) }], NOW);
    match(status?.tooltip ?? '', /: gpt\\u\{202e\}4\\u\{200b\}-o is busy$/);
  });

  it('does not spin for a run whose process is gone', () => {
    equal(text({ run: 'RUNNING', tasks: [active] }), '$(checklist) Devs: 0 of 1 done');
  });

  it('counts the tasks that need you over all folders', () => {
    equal(text({ tasks: [paused] }), '$(warning) Devs: 1 needs you');
    equal(text({ tasks: [paused] }, { tasks: [paused] }), '$(warning) Devs: 2 need you');
  });

  it('counts the tasks by how they ended when all is quiet: a skipped one is not done', () => {
    const [done, skipped] = [task('a', { status: 'done' }), task('b', { status: 'skipped' })];
    equal(text({ tasks: [done, task('c')] }), '$(checklist) Devs: 1 of 2 done');
    equal(text({ tasks: [done, done, skipped] }), '$(checklist) Devs: 2 done · 1 skipped');
    equal(text({}), '$(checklist) Devs: no tasks');
  });

  it('says that something is to be mended', () => {
    const problems = [{ source: 'devs.yaml', line: 1, message: 'x' }];
    const status = statusBarText(
      [{ name: 'shop', overview: overview({ config: { kind: 'invalid', problems } }) }],
      NOW,
    );
    deepEqual(status, {
      text: '$(error) Devs: needs fixing',
      tooltip: 'shop: devs.yaml has 1 problem',
      level: 'error',
    });
  });

  it('tells the details in the tooltip', () => {
    const tasks = [active, paused];
    const status = statusBarText(
      [{ name: 'shop', overview: overview({ run: 'RUNNING', holder: thisWindow, tasks }) }],
      NOW,
    );
    match(status?.tooltip ?? '', /turn 5, failed in a row 2 of 3, fresh start 1 of 2; b needs you/);
  });

  it('tells in the tooltip why the threshold of the task differs', () => {
    const tasks = [{ ...active, loopThreshold: 4, thresholdReason: '4 instead of 3: why' }];
    const status = statusBarText(
      [{ name: 'shop', overview: overview({ run: 'RUNNING', holder: thisWindow, tasks }) }],
      NOW,
    );
    match(status?.tooltip ?? '', /failed in a row 2 of 4 \(4 instead of 3: why\), fresh start/);
  });

  it('tells in the tooltip who works for whom, what is asked and what was aborted', () => {
    const current: Hop = {
      number: 1,
      kind: 'edge',
      from: 'planner',
      to: 'coder',
      reason: '',
      request: 'r',
      outcome: 'running',
      answer: '',
      startedAt: '2026-11-21T21:30:00.000Z',
      edge: { name: 'planner_to_coder', count: 2, limit: 5 },
      transcript: '',
    };
    const steps = { count: 1, limit: 30 };
    const hops = { edges: [], requests: [], current, newest: [{ ...current, turn: 1 }], steps };
    const tasks = [
      { ...active, hops },
      task('b', { status: 'PAUSED_FOR_INTERVENTION', report: asking('Which?') }),
      task('c', { status: 'aborted_stuck' }),
    ];
    const shown = statusBarText(
      [{ name: 'f', overview: overview({ run: 'RUNNING', holder: thisWindow, tasks }) }],
      NOW,
    );
    match(
      shown?.tooltip ?? '',
      /, planner → coder 2\/5; b asks you a question; c was aborted as stuck: it needs you$/,
    );
  });

  it('counts sessions that Devs stopped, also where no folder has a devs.yaml', () => {
    const found = stoppedSessions([inFolder([stopped])]);
    const status = statusBarText([], new Date(), found);
    equal(status?.text, '$(warning) Devs: 1 needs you');
    equal(status.tooltip, 'Claude Code was stopped: Bash npm test gave the same result 4 times');
    equal(status.level, 'warning');
    equal(statusBarText([], new Date(), []), undefined);
  });
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Overview, TaskOverview } from '../../../src/model/overview/overview';
import { PAUSE_DETAILS } from '../../../src/model/run/intervention';
import { needsHuman } from '../../../src/model/task/taskStatus';
import { checkTransition } from '../../../src/model/task/transitionTable';
import type { TaskEventType } from '../../../src/model/task/taskEvent';
import { ACTIVITY_WORDS } from '../../../src/reports/run/activityWords';
import { createDashboardView } from '../../../src/vscode/dashboard/dashboardModel';
import { needsYouBadge, tasksNeedingYou } from '../../../src/vscode/notifications/tasksNeedingYou';
import { statusBarText } from '../../../src/vscode/status/statusBarText';
import { describeStatus } from '../../../src/reports/run/statusWords';
import { STATUS_WORDS } from '../../../webview/words';
import { overview, self, task, terminal, thisWindow } from './overviews';

/** What happens to a workspace with three tasks: to its run, or to one of them. */
const HAPPENINGS = [
  ...['run', 'runInTerminal', 'pause', 'cancel', 'keepGoing', 'end', 'kill'],
  ...['started', 'succeeded', 'partlyDone', 'blocked', 'suspended', 'yielded', 'skip', 'resume'],
  'retry',
] as const;
type Happening = (typeof HAPPENINGS)[number];

const FIRST = Date.parse('2026-11-21T21:30:00.000Z');
const after = (step: number): string => new Date(FIRST + step * 1_000).toISOString();

/** The workspace after one more event, at the given second; what does not apply changes nothing. */
function happen(
  before: Overview,
  [what, index]: readonly [Happening, number],
  at: string,
): Overview {
  const running = before.run === 'RUNNING' && before.holder !== undefined;
  const all = before.tasks;
  const working = all.findIndex(({ status }) => status === 'in_progress');
  const settle = (tasks: readonly TaskOverview[]): Overview => ({
    ...before,
    tasks,
    holder: undefined,
    run: tasks.some(({ status }) => needsHuman(status)) ? 'PAUSED' : 'IDLE',
  });
  const note = (detail: string): Overview => {
    if (!running || working < 0) return before;
    const status = { from: 'in_progress', to: 'pending' } as const;
    const history = [{ at, what: 'pause', ...status, detail } as const];
    return {
      ...before,
      tasks: all.map((each, i) =>
        i === working ? { ...each, history: [...history, ...each.history] } : each,
      ),
    };
  };
  switch (what) {
    case 'run':
    case 'runInTerminal':
      if (running) return before;
      return {
        ...before,
        run: 'RUNNING',
        holder: { ...(what === 'run' ? thisWindow : terminal), since: at },
        tasks: all.map((each) =>
          each.status === 'in_progress' ? { ...each, status: 'pending' } : each,
        ),
      };
    case 'pause':
      return note(PAUSE_DETAILS.afterTurn);
    case 'cancel':
      return note(PAUSE_DETAILS.now);
    case 'keepGoing':
      return note(PAUSE_DETAILS.withdrawn);
    case 'end':
      return running
        ? settle(
            all.map((each) =>
              each.status === 'in_progress' ? { ...each, status: 'pending' } : each,
            ),
          )
        : before;
    case 'kill':
      return { ...before, holder: undefined };
    case 'started':
    case 'succeeded':
    case 'partlyDone':
    case 'blocked':
    case 'suspended':
    case 'yielded':
    case 'skip':
    case 'resume':
    case 'retry':
      return {
        ...before,
        tasks: all.map((each, i) =>
          i === index ? change(each, what, running && (working < 0 || working === i)) : each,
        ),
      };
  }
}

function change(each: TaskOverview, event: TaskEventType, canWork: boolean): TaskOverview {
  const human = event === 'skip' || event === 'resume' || event === 'retry';
  const check = checkTransition(each.status, event);
  const next = check.ok ? check.next[0] : undefined;
  return next === undefined || !(human || canWork)
    ? each
    : task(each.id, { status: next, history: each.history });
}

describe('header, status bar, badge and list', () => {
  it('agree at each moment, whatever happens', () => {
    const sequences = fc.array(fc.tuple(fc.constantFrom(...HAPPENINGS), fc.nat(2)), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(sequences, (events) => {
        let now = overview({ tasks: [task('a'), task('b'), task('c')] });
        for (const [step, event] of events.entries()) {
          now = happen(now, event, after(step));
          assertAgreement(now);
        }
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  it('say that a run stops after its turn, until that is withdrawn, and only of that run', () => {
    const events = [
      'run',
      'started',
      'pause',
      'keepGoing',
      'cancel',
      'end',
      'run',
      'started',
    ] as const;
    let now = overview({ tasks: [task('a')] });
    const words = events.map((event, step) => {
      now = happen(now, [event, 0], after(step));
      return headerOf(now);
    });
    assert.deepEqual(words, [
      ...['Running', 'Running', 'Stopping after this turn', 'Running', 'Stopping now'],
      ...['Stopped', 'Running', 'Running'],
    ]);
  });
});

function viewOf(now: Overview) {
  const runningHere = now.holder?.pid === self.pid && now.run === 'RUNNING';
  const view = createDashboardView({
    folder: 'shop',
    overview: now,
    self,
    runningHere,
    open: new Set(),
  });
  assert.ok(view.kind === 'ready');
  return view;
}

function headerOf(now: Overview): string {
  return ACTIVITY_WORDS[viewOf(now).run];
}

function assertAgreement(now: Overview): void {
  const view = viewOf(now);
  const header = headerOf(now);
  const words = view.tasks.map((each) => describeStatus(each, view.run));
  const badge = needsYouBadge(tasksNeedingYou(now).length).value;
  const bar = statusBarText([{ name: 'shop', overview: now }], new Date(FIRST))?.text ?? '';
  const inGroup = view.tasks.filter(({ status }) => STATUS_WORDS[status].group === 'needsYou');
  const context = [header, bar, badge, words].join(' | ');

  assert.equal(badge, inGroup.length, context);
  assert.equal(/(\d+) needs? you/.exec(bar)?.[1] ?? '0', String(badge), context);
  const isActive = ['Running', 'Stopping after this turn', 'Stopping now'].includes(header);
  assert.equal(bar.startsWith('$(sync~spin)'), isActive, context);
  assert.equal(view.actions.run.enabled && isActive, false, context);
  assert.equal(view.actions.pause.enabled, header === 'Running', context);
  assert.equal(
    view.actions.keepGoing !== undefined,
    header === 'Stopping after this turn',
    context,
  );
  assert.equal(header === 'Waiting for you', !isActive && badge > 0, context);
  for (const [index, { status }] of view.tasks.entries())
    if (status === 'in_progress')
      assert.equal(words[index], isActive ? header : 'Interrupted', context);
  if (header.startsWith('Stopping') && words.includes(header))
    assert.match(bar, new RegExp(header, 'i'), context);
}

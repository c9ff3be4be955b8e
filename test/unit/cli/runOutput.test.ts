import assert from 'node:assert/strict';
import type { RunAnswer } from '../../../src/app/api/answers';
import type { App } from '../../../src/app/api/app';
import type { RunRequest } from '../../../src/app/api/requests';
import { runCli } from '../../../src/cli/cli';
import type { Overview, TaskOverview } from '../../../src/model/overview/overview';
import { isLiveTerminal, wantsColour } from '../../../src/cli/terminal/style';
import { nextSteps } from '../../../src/cli/render/nextSteps';
import { statusText } from '../../../src/cli/render/statusText';
import { PLAIN } from '../../../src/cli/terminal/style';
import { WAITS_TO_LAND } from '../../support/landingTask';
import {
  anEvent,
  anOverview,
  aReport,
  aTask,
  devs,
  fakeApp,
  FakeStream,
  FakeHost,
  WALL_CLOCK,
} from './fakeApp';

/** An app whose run tells of one failed turn and a pause, and ends when `until` does. */
function pausing(until: (request: RunRequest) => Promise<void> = () => Promise.resolve()) {
  return fakeApp(anOverview(), {
    run: async (request): Promise<RunAnswer> => {
      const { observer, signal } = request;
      observer.onPhase({ taskId: 'fix-rounding', turn: 1, phase: 'agent' });
      await until(request);
      if (signal.aborted) return { ok: true, end: { kind: 'cancelled' }, message: 'Cancelled.' };
      observer.onEvent(anEvent('turn_ended', { reason: '' }));
      observer.onWarning('the hook \u001b[31mfailed');
      observer.present(aReport());
      return { ok: true, end: { kind: 'needsHuman', taskIds: ['fix-rounding'] }, message: 'Over.' };
    },
  });
}

function aborted(request: RunRequest): Promise<void> {
  return new Promise((resolve) => request.signal.addEventListener('abort', () => resolve()));
}

describe('what a run writes', () => {
  it('is plain lines in a pipe: no colours, no time stamps, warnings on stderr', async () => {
    const host = new FakeHost(['run'], pausing());
    assert.equal(await runCli(host), 2);
    assert.match(
      host.stdout.text,
      /^✕ fix-rounding {2}turn 1 {2}no progress {2}failed in a row 1 of 3 {2}1\.0s\n\n⚠ ENTROPY PAUSE[^]*Over\.\n$/,
    );
    assert.doesNotMatch(host.stdout.text, /▸/);
    assert.equal(host.stdout.text.includes('\u001b'), false);
    assert.equal(host.stderr.text, 'the hook failed\n');
  });

  it('has the exit code and the result of a run that needs you where a selected task does', async () => {
    const message = 'fix-rounding is blocked; `devs resume fix-rounding` resumes it.';
    const needsHuman = ['fix-rounding'];
    const refused = (): App =>
      fakeApp(anOverview(), { run: () => Promise.resolve({ ok: false, message, needsHuman }) });
    const host = new FakeHost(['run', 'fix-rounding'], refused());
    assert.equal(await runCli(host), 2);
    assert.equal(host.stdout.text, `${message}\n`);
    const json = new FakeHost(['run', 'fix-rounding', '--json'], refused());
    assert.equal(await runCli(json), 2);
    assert.deepEqual(JSON.parse(json.stdout.text), {
      ...{ type: 'result', end: 'needsHuman', exitCode: 2, taskIds: needsHuman, message },
      waits: [],
    });
  });

  it('is coloured and live on a terminal', async () => {
    const host = new FakeHost(['run'], pausing(), true);
    await runCli(host);
    assert.match(host.stdout.text, /▸ fix-rounding {2}turn 1/);
    assert.ok(host.stdout.text.includes('\u001b[31m✕'));
    assert.equal(host.leftListeners, 0);
  });

  it('is JSON lines with --json, the result last', async () => {
    const host = new FakeHost(['run', '--json'], pausing(), true);
    assert.equal(await runCli(host), 2);
    const lines = host.stdout.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string });
    assert.deepEqual(
      lines.map(({ type }) => type),
      ['phase', 'event', 'report', 'result'],
    );
    assert.equal(host.stderr.text, 'the hook failed\n');
  });

  it('has each event as it is and, beside that, flat', async () => {
    const event = anEvent('attempt_recorded', {
      at: 'then',
      type: 'x',
      sessionId: 'session_1',
      completedWork: ['a'],
    });
    const host = new FakeHost(
      ['run', '--json'],
      fakeApp(anOverview(), {
        run: ({ observer }) => {
          observer.onEvent(event);
          return Promise.resolve({ ok: true, end: { kind: 'allDone' }, message: '' });
        },
      }),
    );
    await runCli(host);
    const [line = ''] = host.stdout.text.split('\n');
    assert.deepEqual(JSON.parse(line), {
      type: 'event',
      ...event,
      task_id: 'fix-rounding',
      timestamp: event.at,
      ...{ number: 1, session_id: 'session_1', completed_work: ['a'], ended_at: 'then' },
      ...{ status: 'in_progress', blockers: [], counted: true, progress: false },
      ...{ agent: 'claude', definition: '' },
    });
  });
});

describe('the end that a human or a reader brings', () => {
  it('comes with the first signal: the turn is cancelled and the exit code is 130', async () => {
    const host = new FakeHost(['run'], pausing(aborted));
    const running = runCli(host);
    await untilRunning(host);
    host.sendSignal();
    assert.equal(await running, 130);
    assert.match(host.stderr.text, /Press Ctrl\+C again/);
    assert.match(host.stdout.text, /^The run was interrupted\..*everything before it is kept/);
    assert.deepEqual(host.exits, []);
    assert.equal(host.leftListeners, 0);
  });

  it('comes at once with the second signal', async () => {
    const host = new FakeHost(['run'], pausing(aborted));
    const running = runCli(host);
    await untilRunning(host);
    host.sendSignal();
    host.sendSignal();
    assert.deepEqual(host.exits, [130]);
    await running;
  });

  it('comes quietly when the reader of the pipe has gone', async () => {
    const host = new FakeHost(['run'], pausing(aborted));
    const running = runCli(host);
    await untilRunning(host);
    host.stdout.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    assert.equal(await running, 130);
    assert.equal(host.stdout.text + host.stderr.text, '');
  });

  async function untilRunning(host: FakeHost): Promise<void> {
    while (host.leftListeners === 0) await new Promise((resolve) => setImmediate(resolve));
  }
});

describe('colours', () => {
  const pipe = new FakeStream();
  const terminal = new FakeStream(true);

  it('are for terminals that are not dumb', () => {
    assert.equal(wantsColour(terminal, { TERM: 'xterm' }), true);
    assert.equal(wantsColour(terminal, { TERM: 'dumb' }), false);
    assert.equal(wantsColour(pipe, { TERM: 'xterm', CI: '1' }), false);
    assert.equal(isLiveTerminal(terminal, { TERM: 'dumb' }), false);
  });

  it('can be forced and forbidden, and NO_COLOR wins', () => {
    assert.equal(wantsColour(pipe, { FORCE_COLOR: '1' }), true);
    assert.equal(wantsColour(terminal, { FORCE_COLOR: '0' }), false);
    assert.equal(wantsColour(terminal, { NO_COLOR: '1', FORCE_COLOR: '1' }), false);
    assert.equal(wantsColour(terminal, { NO_COLOR: '' }), true);
  });
});

describe('the status table on a narrow terminal', () => {
  it('puts the reasons below their rows', () => {
    const tasks = [aTask('a', { status: 'blocked', statusReason: 'claude is not logged in' })];
    const text = statusText(anOverview({ tasks }), { style: PLAIN, columns: 40, now: WALL_CLOCK });
    assert.match(text, /\na {5}Blocked {2}– {16}– {12}0\n {4}claude is not logged in\n/);
  });

  it('breaks a long remedy between words, below its row', () => {
    const statusReason =
      'The agent is not logged in.\nRun `claude login` in a terminal, then resume.';
    const tasks = [aTask('a', { status: 'blocked', statusReason })];
    const text = statusText(anOverview({ tasks }), { style: PLAIN, columns: 40, now: WALL_CLOCK });
    const indented = text.split('\n').filter((line) => line.startsWith('    '));
    assert.deepEqual(indented, [
      '    The agent is not logged in. Run',
      '    `claude login` in a terminal, then',
      '    resume.',
    ]);
  });
});

const HERE = { pid: 12, who: 'terminal', host: 'desk', since: WALL_CLOCK.toISOString() } as const;

describe('the status of a task that waits', () => {
  const waitingUntil = new Date(WALL_CLOCK.getTime() + 180_000).toISOString();
  const text = (task: Parameters<typeof aTask>[1]): string =>
    statusText(anOverview({ tasks: [aTask('a', { waitingUntil, ...task })] }), {
      style: PLAIN,
      columns: undefined,
      now: WALL_CLOCK,
    });

  it('says until when and why', () => {
    assert.match(
      text({ status: 'in_progress', statusReason: 'rate limited (429)' }),
      / {2}waiting until 14:03 \(in 3 min\): rate limited \(429\)\n/,
    );
  });

  it('says so of a pending task too, and of nothing that has ended', () => {
    assert.match(text({ status: 'pending' }), /Pending .* waiting until 14:03 \(in 3 min\)\n/);
    assert.doesNotMatch(text({ status: 'done' }), /waiting/);
  });

  it('stands in the headline while no task is at work, the first time of several', () => {
    const later = new Date(WALL_CLOCK.getTime() + 7_200_000).toISOString();
    const shown = (...tasks: TaskOverview[]): string =>
      statusText(anOverview({ run: 'RUNNING', holder: HERE, tasks }), {
        style: PLAIN,
        columns: undefined,
        now: WALL_CLOCK,
      });
    const waiting = [aTask('a', { waitingUntil: later }), aTask('b', { waitingUntil })];
    assert.match(shown(...waiting), /^Running, b is next: waiting until 14:03 \(in 3 min\) — held/);
    assert.match(shown(...waiting, aTask('c', { status: 'in_progress' })), /^Running — held/);
  });

  it('is that of its landing where its work is verified', async () => {
    const tasks = [
      aTask('a', { status: 'in_progress', landing: { kind: 'verifies' } }),
      aTask('b', { status: 'in_progress', landing: WAITS_TO_LAND }),
    ];
    const overview = anOverview({ run: 'RUNNING', holder: HERE, tasks });
    const shown = statusText(overview, { style: PLAIN, columns: undefined, now: WALL_CLOCK });
    assert.match(shown, /^Running · 1 waits to land — held/);
    assert.match(shown, /\na +Landing .* verifying the merged files\n/);
    assert.match(shown, /\nb +Waiting to land .* 2nd, after “Fix the parser”\n/);
    const app = fakeApp(overview);
    assert.match(
      (await devs('status b', app)).stdout,
      /\nWaiting to land: 2nd, after “Fix the parser”\n/,
    );
    const json = JSON.parse((await devs('status --json', app)).stdout) as Overview;
    assert.deepEqual(json.tasks[1]?.landing, WAITS_TO_LAND);
  });

  it('can be tried at once, where it is no turn that waits', () => {
    const waits = aTask('a', { waitingUntil, interventions: ['resume', 'stopWaiting', 'skip'] });
    const steps = nextSteps(anOverview({ tasks: [waits, aTask('b', { waitingUntil })] }));
    assert.deepEqual(
      steps.filter(({ does }) => does.startsWith('try it')),
      [{ command: 'devs stop-waiting a', does: 'try it at once' }],
    );
  });

  it('is in the JSON with its time, and null where none waits', async () => {
    const tasks = [aTask('a', { status: 'in_progress', waitingUntil, bestTurn: 2 }), aTask('b')];
    const { stdout } = await devs('status --json', fakeApp(anOverview({ tasks })));
    const shown = JSON.parse(stdout) as { tasks: readonly Record<string, unknown>[] };
    assert.deepEqual(
      shown.tasks.map((task) => [task['waitingUntil'], task['bestTurn']]),
      [
        [waitingUntil, 2],
        [null, null],
      ],
    );
  });
});

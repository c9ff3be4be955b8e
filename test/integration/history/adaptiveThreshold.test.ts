import assert from 'node:assert/strict';
import type { EventOf } from '../../../src/model/events/devsEvent';
import { hasEnded } from '../../../src/model/turn/turn';
import { buildOverview } from '../../../src/engine/overview/buildOverview';
import { listCourses } from '../../../src/rules/history/listCourses';
import { toTaskSize } from '../../../src/rules/history/taskSize';
import { chooseThreshold } from '../../../src/rules/threshold/chooseThreshold';
import { listObservations } from '../../../src/rules/threshold/observations';
import type { DevsConfig } from '../../../src/model/config/config';
import { describePause } from '../../../src/reports/pause/pauseView';
import { pauseReportText } from '../../../src/cli/render/pauseReportText';
import type { Store } from '../../../src/ports/store';
import {
  configOf,
  FAILED,
  failing,
  limitsOf,
  PASSED,
  ScriptedRun,
  taskOf,
} from '../../support/scriptedRun';
import { createKeptStore } from '../../support/memoryStore';
import { named } from '../../support/sampleEvents';

const REASON = '4 instead of 3: 7 of 7 similar tasks were solved at the fourth turn (scripted)';

/** Each call edits anew; the verification of a task fails so many times before it passes. */
class Workspace {
  /** Failed verifications still to come, by task. */
  readonly failures = new Map<string, number>();
  private task = '';

  private constructor(readonly run: ScriptedRun) {
    run.script = (call, { taskId }) => {
      this.task = taskId;
      return { reply: `STRATEGY: attempt ${call}`, edits: { 'src/code.js': `attempt ${call}` } };
    };
    run.verification = () => {
      const left = this.failures.get(this.task) ?? Infinity;
      this.failures.set(this.task, left - 1);
      return left > 0 ? { end: FAILED, output: `failure number ${left}` } : { end: PASSED };
    };
  }

  static async create(store?: Store): Promise<Workspace> {
    return new Workspace(await ScriptedRun.create(() => ({}), configOf(), store));
  }

  /** Runs tasks that fail so many turns and then pass, or never. */
  async play(ids: readonly string[], failed: number, change: Partial<DevsConfig>): Promise<void> {
    for (const id of ids) this.failures.set(id, failed);
    this.run.config = configOf({
      onPause: 'continue',
      ...change,
      tasks: ids.map((id) => taskOf({ id })),
    });
    await this.run.run();
  }

  turnsOf(task: string): readonly EventOf<'turn_ended'>[] {
    return named(this.run.events, 'turn_ended').filter(({ taskId }) => taskId === task);
  }

  thresholds(task: string): readonly number[] {
    return this.turnsOf(task).map(({ data }) => data.loopThreshold);
  }
}

const DAY_MS = 86_400_000;
const SEVEN = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];
const PATIENT = { limits: limitsOf({ loopThreshold: 5 }) };
const ADAPTIVE = { adaptive: true, limits: limitsOf({ loopThreshold: 3 }) };

describe('OrchestrationLoop: adaptive thresholds', () => {
  let history: Uint8Array;
  before(async () => {
    const kept = await createKeptStore();
    const workspace = await Workspace.create(kept.store);
    await workspace.play(SEVEN, 3, PATIENT);
    history = kept.bytes();
  });

  /** A workspace in which the fourth turn solved seven tasks. */
  async function experienced(): Promise<Workspace> {
    const workspace = await Workspace.create((await createKeptStore(history)).store);
    workspace.run.clock.advance(DAY_MS);
    for (let id = 0; id < 100; id += 1) workspace.run.clock.newId();
    return workspace;
  }

  it('give a strategy the turn at which such tasks were solved, with the reason in events and turns', async () => {
    const workspace = await experienced();

    await workspace.play(['fix'], 3, ADAPTIVE);

    assert.equal(workspace.run.store.getTask('fix')?.status, 'done', 'without a pivot');
    assert.equal(workspace.run.store.listPivots('fix').length, 0);
    assert.deepEqual(workspace.thresholds('fix'), [4, 4, 4, 4]);
    for (const { data } of workspace.turnsOf('fix')) {
      assert.equal(data.configuredThreshold, 3);
      assert.equal(data.thresholdReason, REASON);
    }
    const recorded = workspace.run.store.listTurns('fix').filter(hasEnded);
    assert.deepEqual(recorded[0]?.threshold, { value: 4, configured: 3, reason: REASON });
  });

  it('change nothing while they are off', async () => {
    const workspace = await experienced();

    await workspace.play(['fix'], Infinity, { limits: limitsOf({ loopThreshold: 3 }) });

    assert.deepEqual(workspace.run.entropies().slice(0, 4), [1, 2, 3, 1]);
    assert.ok(workspace.turnsOf('fix').every(({ data }) => data.configuredThreshold === undefined));
  });

  it('learn nothing about a fourth turn from a strategy that a diagnosis of the debugger began', async () => {
    const workspace = await Workspace.create();
    const { run } = workspace;
    const worker = run.script;
    run.script = (call, request) =>
      request.call === 'debugger'
        ? { reply: 'DIAGNOSIS:\nIt rounds too early.' }
        : worker(call, request);
    const debugged = { debugger: 'other', limits: limitsOf({ loopThreshold: 3, maxPivots: 0 }) };
    await workspace.play(SEVEN, 3, debugged);
    assert.ok(SEVEN.every((id) => run.store.getTask(id)?.status === 'done'));

    await workspace.play(['fix'], Infinity, { ...debugged, adaptive: true });

    assert.deepEqual([...new Set(workspace.thresholds('fix'))], [3]);
    const { kind } = run.store.getTask('fix')?.debuggerCall?.state ?? {};
    assert.equal(kind, 'diagnosed');
    assert.deepEqual(run.entropies().slice(-6), [1, 2, 3, 1, 2, 3]);
  });

  it('change nothing with too few tasks', async () => {
    const workspace = await Workspace.create();
    await workspace.play(SEVEN.slice(0, 5), 3, PATIENT);

    await workspace.play(['fix'], Infinity, ADAPTIVE);

    assert.deepEqual(workspace.run.entropies(), [1, 2, 3, 1, 2, 3, 1, 2, 3]);
  });

  it('explain themselves in the pause report and in the overview', async () => {
    const workspace = await experienced();
    const { run } = workspace;

    await workspace.play(['fix'], Infinity, ADAPTIVE);

    const [report] = run.reports;
    assert.ok(report);
    assert.equal(run.requests.length, 12);
    // Its own fourth turns were in vain meanwhile.
    const reason = REASON.replace('7 of 7', '7 of 8');
    assert.equal(describePause(report).thresholdReason, reason);
    assert.ok(pauseReportText(report).includes(`  Threshold ${reason}\n`));
    const { config, store } = run;
    const overview = buildOverview({ config: { kind: 'ok', config }, store, holder: undefined });
    assert.equal(overview.tasks[0]?.entropy, 4);
    assert.equal(overview.tasks[0].loopThreshold, 4);
    assert.equal(overview.tasks[0].thresholdReason, reason);
  });

  it('keep a strategy’s threshold while others change the evidence, and choose anew for the next', async () => {
    const workspace = await Workspace.create();
    const { run } = workspace;
    await workspace.play(SEVEN.slice(0, 5), 3, PATIENT);
    const first = { ...ADAPTIVE, limits: limitsOf({ loopThreshold: 3, turnsPerVisit: 1 }) };
    // Another task between two turns of this one is the sixth that the fourth turn solves.
    await workspace.play(['fix'], 2, {
      ...first,
      limits: limitsOf({ loopThreshold: 3, maxTurns: 1 }),
    });
    await workspace.play(['late'], 3, PATIENT);
    workspace.failures.set('fix', Infinity);
    run.config = configOf({ ...ADAPTIVE, tasks: [taskOf()] });
    // A limit paused it: what resumes it begins a new strategy.
    run.intervene({ type: 'resume', taskId: 'fix' });
    await run.run();

    assert.deepEqual(workspace.thresholds('fix').slice(0, 1), [3]);
    assert.deepEqual([...new Set(workspace.thresholds('fix').slice(1))], [4]);
  });

  it('hold for repeated requests between agents as well', async () => {
    const { run } = await experienced();
    run.script = (_, { definition: { name } }) =>
      name === 'scripted' ? { reply: 'ASK other: Can you review the login?' } : { reply: 'Fine.' };
    run.verification = undefined;
    run.config = configOf({ ...ADAPTIVE, limits: limitsOf({ loopThreshold: 3, maxPivots: 0 }) });
    await run.run();

    assert.deepEqual(run.entropies(), [4], 'one for each repetition, up to the threshold');
  });

  it('can be computed again from what was recorded before each turn ended', async () => {
    const workspace = await experienced();
    const { run } = workspace;
    await workspace.play(['fix', 'more', 'last'], Infinity, ADAPTIVE);
    run.verification = undefined;

    const turns = run.store.listTurnSummaries();
    const events = run.store.listLastingEvents();
    let moved = 0;
    for (const [index, turn] of turns.entries()) {
      const { threshold, countsOn, agent = '' } = turn;
      if (threshold?.configured === undefined) continue;
      const running = { ...turn, outcome: 'running' as const };
      const before = [...turns.slice(0, index), running];
      const known = events.filter(({ at }) => at <= turn.startedAt);
      const courses = listCourses({ turns: before, events: known });
      const began = courses.get(countsOn)?.at(-1)?.strategyBegan;
      const again = chooseThreshold([...courses.values()].flatMap(listObservations), {
        ...{ configured: threshold.configured, agent, size: toTaskSize(undefined) },
        ...(began && { began }),
      });
      assert.deepEqual(again, threshold, `turn ${turn.number} of ${countsOn}`);
      if (threshold.value !== 3) moved += 1;
    }
    assert.ok(moved > 10);
  });

  it('take the size of a task from its baseline, from its first turn on', async () => {
    const workspace = await Workspace.create();
    const { run } = workspace;
    const measured = new Set<string>();
    const counted = run.verification;
    run.verification = (number, request) => {
      const isBaseline = !measured.has(request.taskId);
      measured.add(request.taskId);
      const found = isBaseline ? { end: FAILED } : counted?.(number, request);
      return { ...found, measurement: failing(found?.end === PASSED ? 0 : 8) };
    };
    for (const id of [...SEVEN, 'fix']) {
      // Its baseline is measured anew only on other files.
      run.files.set('src/user.js', `before ${id}`);
      const config = id === 'fix' ? { ...ADAPTIVE, limits: limitsOf({ maxPivots: 0 }) } : PATIENT;
      await workspace.play([id], 3, { ...config, baseline: true });
    }

    const [first] = workspace.turnsOf('fix');
    assert.match(
      first?.data.thresholdReason ?? '',
      /\(scripted, 6 failing tests or more at first\)$/,
    );
  });
});

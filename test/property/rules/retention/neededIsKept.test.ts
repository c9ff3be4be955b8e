import { deepEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { TASK_STATUSES } from '../../../../src/model/task/task';
import { isFinished } from '../../../../src/model/task/taskStatus';
import { TURN_OUTCOMES } from '../../../../src/model/turn/turn';
import type {
  KeptHistory,
  KeptRewind,
  KeptTask,
  KeptTurn,
} from '../../../../src/rules/retention/keptHistory';
import { findNeededCheckpoints } from '../../../../src/rules/retention/findNeededCheckpoints';
import { planRetention } from '../../../../src/rules/retention/planRetention';
import { applyRemovals, type Removal } from '../../../../src/rules/retention/removal';
import {
  aHistory,
  aKeptRewind,
  aKeptTask,
  aKeptTurn,
  nameOf,
  NOW,
} from '../../../unit/rules/retention/histories';
import { COUNTS } from '../../../support/scale';

const TASKS = ['a', 'b', 'c'] as const;
const HOUR = 3_600_000;

const moment = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -50, max: 2_000 }).map((hours) => iso(hours)) },
  { weight: 1, arbitrary: fc.constantFrom('', 'now', '2026-99-01', '9999-12-31T00:00:00Z') },
);

function iso(hoursAgo: number): string {
  return new Date(NOW - hoursAgo * HOUR).toISOString();
}

const task = (id: string): fc.Arbitrary<KeptTask> =>
  fc
    .record({
      status: fc.constantFrom(...TASK_STATUSES),
      hidden: fc.boolean(),
      firstTurn: fc.integer({ min: 1, max: 4 }),
      bestTurn: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
      touchedAt: fc.option(moment, { nil: undefined }),
    })
    .map(({ touchedAt, ...rest }) =>
      aKeptTask(id, { ...rest, ...(touchedAt === undefined ? {} : { touchedAt }) }),
    );

const draftTurn = fc.record({
  taskId: fc.constantFrom(...TASKS),
  countsOn: fc.option(fc.constantFrom(...TASKS), { nil: undefined, freq: 4 }),
  outcome: fc.constantFrom(...TURN_OUTCOMES, 'no_progress' as const),
  startedAt: moment,
  endedAt: moment,
  checkpoint: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
});

const draftRewind = fc.record({
  taskId: fc.constantFrom(...TASKS),
  kind: fc.constantFrom('rewind' as const, 'redo' as const),
  at: moment,
  after: fc.nat(20),
  status: fc.constantFrom('done' as const, 'done' as const, 'applying' as const),
  undone: fc.boolean(),
});

const history: fc.Arbitrary<KeptHistory> = fc
  .record({
    tasks: fc.tuple(task('a'), task('b'), task('c')).chain((all) => fc.subarray(all)),
    turns: fc.array(draftTurn, { maxLength: 14 }),
    rewinds: fc.array(draftRewind, { maxLength: 4 }),
    files: fc.array(fc.record({ turn: fc.nat(20), hours: fc.integer({ min: -9, max: 2_000 }) })),
  })
  .map(({ tasks, turns, rewinds, files }) => {
    const numbers = new Map<string, number>();
    const kept = turns.map(({ checkpoint, countsOn: parent, ...turn }, index): KeptTurn => {
      const countsOn = parent ?? turn.taskId;
      const number = (numbers.get(countsOn) ?? 0) + 1;
      numbers.set(countsOn, number);
      return {
        ...aKeptTurn([turn.taskId, number], turn.startedAt),
        ...turn,
        ...{ countsOn, id: `turn-${index}`, checkpointBefore: `s${checkpoint ?? 0}` },
        endedAt: turn.outcome === 'running' ? undefined : turn.endedAt,
        checkpointAfter:
          turn.outcome === 'running' || checkpoint === undefined ? undefined : `s${checkpoint}`,
      };
    });
    return aHistory({
      tasks,
      turns: kept,
      rewinds: rewinds.map(({ after, undone, at, ...rest }, index): KeptRewind => {
        const change = { ...rest, afterTurn: `turn-${after}` };
        return aKeptRewind(`r${index}`, at, undone ? { ...change, undoneBy: 'x' } : change);
      }),
      transcripts: files.map(({ turn, hours }, index) => ({
        ...{ name: `file-${index}`, turnId: `turn-${turn}`, bytes: 10 },
        modifiedAt: NOW - hours * HOUR,
      })),
    });
  });

const limits = fc.record({
  inactiveHours: fc.integer({ min: 1, max: 100 }),
  keepDays: fc.integer({ min: 0, max: 60 }),
  keepFailures: fc.integer({ min: 0, max: 4 }),
});

/** Whether the task could not have lost anything by age, told without looking at its family. */
function isUnfinished(history: KeptHistory, taskId: string): boolean {
  const task = history.tasks.find((each) => each.id === taskId);
  return task !== undefined && !task.hidden && !isFinished(task.status);
}

function gone(removals: readonly Removal[], kind: Removal['kind']): ReadonlySet<string> {
  return new Set(
    removals.flatMap((each) => {
      return each.kind === kind ? nameOf(each) : [];
    }),
  );
}

describe('whatever the history', () => {
  it('nothing that is needed is among what goes, even when all goes that may', () => {
    fc.assert(
      fc.property(history, limits, (kept, limit) => {
        const { byAge, toShrink } = planRetention(kept, limit, NOW);
        const removals = [...byAge, ...toShrink];
        const rows = gone(removals, 'turn');
        const bare = gone(removals, 'checkpoints');
        const contents = gone(removals, 'contents');
        const rewinds = gone(removals, 'rewind');
        const files = gone(removals, 'transcript');
        const turnOf = new Map(kept.turns.map((turn) => [turn.id, turn]));

        for (const turn of kept.turns.filter(({ outcome }) => outcome === 'running')) {
          ok(!rows.has(turn.id) && !bare.has(turn.id), 'a running turn');
        }
        for (const { name, turnId } of kept.transcripts.filter((file) => files.has(file.name))) {
          ok(turnOf.get(turnId)?.outcome !== 'running', `transcript ${name} of a running turn`);
        }
        for (const rewind of kept.rewinds.filter(({ id }) => rewinds.has(id))) {
          ok(rewind.status === 'done', 'a rewind that is being carried out');
          const open = rewind.kind === 'rewind' && rewind.undoneBy === undefined;
          ok(!(open && isUnfinished(kept, rewind.taskId)), 'what redo needs');
        }
        for (const taskId of TASKS) {
          const failed = kept.turns.filter(
            (turn) => turn.taskId === taskId && turn.outcome === 'no_progress',
          );
          for (const { id } of failed.slice(Math.max(0, failed.length - limit.keepFailures))) {
            ok(!rows.has(id), 'a newest failure');
          }
          if (!isUnfinished(kept, taskId)) continue;
          const own = kept.turns.filter((turn) => turn.countsOn === taskId);
          for (const turn of own) ok(!rows.has(turn.id), 'a row of an unfinished task');
          for (const turn of own) ok(!bare.has(turn.id), 'whose a file is');
          const first = kept.tasks.find((each) => each.id === taskId)?.firstTurn ?? 1;
          const start = own.find((turn) => turn.number >= first);
          ok(start === undefined || !contents.has(start.id), 'the start of an unfinished task');
          const newest = own.filter((turn) => turn.checkpointAfter !== undefined).pop();
          ok(newest === undefined || !contents.has(newest.id), 'the newest of an unfinished task');
        }
        for (const each of byAge) ok(!isUnfinished(kept, each.taskId), 'age of an unfinished task');
      }),
      { numRuns: COUNTS.forgottenHistories },
    );
  });

  it('what stays keeps its checkpoints, and removing twice removes nothing more', () => {
    fc.assert(
      fc.property(history, limits, fc.nat(30), (kept, limit, count) => {
        const plan = planRetention(kept, limit, NOW);
        const first = applyRemovals(kept, plan.byAge);
        deepEqual(planRetention(first, limit, NOW).byAge, []);
        deepEqual(planRetention(first, limit, NOW).toShrink, plan.toShrink);

        const all = [...plan.byAge, ...plan.toShrink.slice(0, count)];
        const left = applyRemovals(kept, all);
        const { whole, lists } = findNeededCheckpoints(left);
        for (const rewind of left.rewinds) ok(whole.has(rewind.from) && whole.has(rewind.to));
        for (const turn of left.turns) {
          ok(turn.checkpointBefore === undefined || whole.has(turn.checkpointBefore));
          ok(turn.checkpointAfter === undefined || whole.has(turn.checkpointAfter));
          ok(turn.fileListBefore === undefined || lists.has(turn.fileListBefore));
          ok(turn.fileListAfter === undefined || lists.has(turn.fileListAfter));
        }
        // A turn that only a rewind kept may follow that rewind.
        const settled = applyRemovals(left, planRetention(left, limit, NOW).byAge);
        deepEqual(planRetention(settled, limit, NOW).byAge, []);
      }),
      { numRuns: COUNTS.forgottenHistories },
    );
  });

  it('a clock that was set back before all of it takes nothing by age', () => {
    fc.assert(
      fc.property(history, limits, (kept, limit) => {
        const before = NOW - 3_000 * HOUR;
        deepEqual(planRetention(kept, limit, before).byAge, []);
      }),
    );
  });
});

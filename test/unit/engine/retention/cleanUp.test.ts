import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import type { Limits } from '../../../../src/model/config/limits';
import type { TurnOutcome } from '../../../../src/model/turn/turn';
import { cleanUp, previewCleanUp, type Cleaned } from '../../../../src/engine/retention/cleanUp';
import type { CleanTools } from '../../../../src/engine/retention/cleanTools';
import type { StateFile, StateFiles, TranscriptFile } from '../../../../src/ports/stateFiles';
import type { Store } from '../../../../src/ports/store';
import { StateError } from '../../../../src/ports/workspaceState';
import { createMemoryStore } from '../../../support/memoryStore';
import { limitsOf } from '../../../support/scriptedRun';
import { attemptOf, entryOf } from '../../platform/state/database/attemptSamples';
import { TURN_END, turnStart } from '../../platform/state/database/samples';
import { eventOf } from '../../../support/sampleEvents';

const NOW = Date.UTC(2026, 10, 21, 12);
const daysAgo = (days: number): string => new Date(NOW - days * 86_400_000).toISOString();

/** Bytes of each checkpoint's content, which no other shares. */
const CHECKPOINT = 1_000_000;

/** A state of which only the rows are real. */
class Scene implements StateFiles {
  readonly checkpoints = new Set<string>();
  readonly transcripts = new Map<string, TranscriptFile>();
  readonly setAside = new Map<string, StateFile>();
  readonly oldEvents = new Map<string, StateFile>();
  /** Bytes of what setups made. */
  setups = 0;
  /** What was done, in order. */
  readonly log: string[] = [];

  constructor(readonly store: Store) {}

  turns(taskId: string, ages: readonly number[], outcome: TurnOutcome = 'success'): void {
    this.store.upsertTask(taskId, taskId);
    this.store.updateTask(taskId, { status: 'done' });
    for (const [index, days] of ages.entries()) {
      const start = turnStart(taskId, index + 1);
      const { id } = start;
      this.checkpoints.add(`${id}-`).add(`${id}+`);
      this.store.startTurn({ ...start, startedAt: daysAgo(days), checkpointBefore: `${id}-` });
      const name = `transcripts/${taskId}/${id}.agent.log`;
      this.transcripts.set(name, { name, turnId: id, bytes: 500_000, at: NOW });
      if (outcome === 'running') continue;
      const end = { ...TURN_END, endedAt: daysAgo(days), checkpointAfter: `${id}+` };
      this.store.endTurn(id, { ...end, outcome });
    }
  }

  usage = () =>
    Promise.resolve({
      ...{ directory: '/state', database: 0, history: 0 },
      transcripts: sum(this.transcripts.values()) + sum(this.setAside.values()),
      checkpoints: this.checkpoints.size * CHECKPOINT,
      setups: this.setups,
    });
  removeSetups = () => {
    const bytes = this.setups;
    this.setups = 0;
    return Promise.resolve({ bytes, problems: [] });
  };
  listTranscripts = () => Promise.resolve([...this.transcripts.values()]);
  listSetAside = () => Promise.resolve([...this.setAside.values()]);
  listOldEvents = () => Promise.resolve([...this.oldEvents.values()]);
  remove = (names: readonly string[]) => {
    if (names.length > 0) this.log.push('files');
    let bytes = 0;
    for (const name of names) {
      for (const files of [this.transcripts, this.setAside, this.oldEvents]) {
        bytes += files.get(name)?.bytes ?? 0;
        files.delete(name);
      }
    }
    return Promise.resolve({ bytes, problems: [] });
  };

  tools(limits: Partial<Limits> = {}, store: Partial<CleanTools['store']> = {}): CleanTools {
    const rows: CleanTools['store'] = {
      ...this.store,
      transaction: (work) => {
        this.log.push('rows');
        return this.store.transaction(work);
      },
      ...store,
    };
    const prune = (keep: ReadonlySet<string>, { dryRun }: { readonly dryRun: boolean }) => {
      if (!dryRun) this.log.push('checkpoints');
      const free = [...this.checkpoints].filter((id) => !keep.has(id));
      if (!dryRun) for (const id of free) this.checkpoints.delete(id);
      return Promise.resolve(free.length * CHECKPOINT);
    };
    const clock = { now: () => new Date(NOW) };
    return { store: rows, checkpoints: { prune }, files: this, clock, limits: limitsOf(limits) };
  }

  ids(): readonly string[] {
    return this.store.listTurnSummaries().map(({ id }) => id);
  }
}

function sum(files: Iterable<{ readonly bytes: number }>): number {
  return [...files].reduce((total, { bytes }) => total + bytes, 0);
}

const ASKED = { byHuman: true };
const BY_ITSELF = { byHuman: false };

describe('cleaning up', () => {
  let scene: Scene;
  beforeEach(async () => {
    scene = new Scene(await createMemoryStore());
  });
  afterEach(() => scene.store.close());

  it('removes rows first, then files, then checkpoints, and says what and why', async () => {
    scene.turns('a', [50, 45, 40, 2]);
    const cleaned = await cleanUp(scene.tools(), ASKED);
    deepEqual(scene.log, ['rows', 'files', 'checkpoints']);
    deepEqual(scene.ids(), ['a-1', 'a-4']);
    deepEqual([...scene.checkpoints], ['a-4-', 'a-4+']);
    deepEqual([...scene.transcripts.keys()], ['transcripts/a/a-4.agent.log']);
    deepEqual(cleaned.removed, [
      'From inactive tasks, older than 30 days (a): 2 turns, the checkpoints of 1 turn, 3 transcripts (1.5 MB)',
      'Unused checkpoint data: 6 MB',
    ]);
    equal(cleaned.freedBytes, 7_500_000);
    equal(cleaned.message, 'Freed 7.5 MB.');
  });

  it('removes old attempts and directives, tells of them beforehand, and keeps the numbers', async () => {
    scene.turns('a', [50]);
    scene.turns('b', [0]);
    scene.store.updateTask('b', { status: 'pending', attemptsBefore: 63 });
    for (const [taskId, count] of [
      ['a', 3],
      ['b', 60],
      ['b', 2],
    ] as const)
      for (let number = 0; number < count; number += 1)
        scene.store.addAttempt(attemptOf(taskId, { at: daysAgo(40) }));
    scene.store.addContextEntry(entryOf('open', { timestamp: daysAgo(40) }));
    const closed = { at: daysAgo(39), why: 'the blockers are gone' };
    scene.store.addContextEntry(entryOf('closed', { timestamp: daysAgo(40), closed }));
    const dry = await previewCleanUp(scene.tools());
    equal(scene.store.listAttempts({}).length, 65);
    const done = await cleanUp(scene.tools(), BY_ITSELF);
    deepEqual(dry.removed, done.removed);
    deepEqual(done.removed.slice(0, 2), [
      'From inactive tasks, older than 30 days (a): the checkpoints of 1 turn, 1 transcript (500 kB), 3 attempts, 1 directive',
      "From before the task's failure counters were last reset, older than 30 days (b): 10 attempts",
    ]);
    equal(scene.store.listAttempts({ taskId: 'a' }).length, 0);
    deepEqual(
      scene.store.listAttempts({ taskId: 'b', limit: 52 }).map(({ number }) => number),
      Array.from({ length: 52 }, (_, index) => index + 14),
    );
    equal(scene.store.listAttempts({}).length, 52);
    deepEqual(
      scene.store.listContextEntries({}).map(({ id }) => id),
      ['open'],
    );
    equal(scene.store.newestAttempt(), 65);
    deepEqual((await cleanUp(scene.tools(), ASKED)).removed, []);
  });

  it('tells the same beforehand and changes nothing', async () => {
    scene.turns('a', [50, 45, 40, 2]);
    scene.turns('b', [3, 2]);
    scene.setAside.set('devs.db.damaged-1', { name: 'devs.db.damaged-1', bytes: 9, at: 0 });
    const tools = scene.tools({ maxStateMb: 3 });
    const before = JSON.stringify([scene.store.listTurnSummaries(), await scene.usage()]);
    const dry = await previewCleanUp(tools);
    deepEqual(scene.log, []);
    equal(JSON.stringify([scene.store.listTurnSummaries(), await scene.usage()]), before);
    const done = await cleanUp(tools, ASKED);
    deepEqual([dry.removed, dry.freedBytes], [done.removed, done.freedBytes]);
    match(dry.message, /^This would free 1\d\.?\d* MB\.$/);
  });

  it('removes nothing more the second time', async () => {
    scene.turns('a', [50, 45, 40, 2]);
    scene.turns('b', [3, 2], 'no_progress');
    const tools = scene.tools({ maxStateMb: 4 });
    await cleanUp(tools, ASKED);
    const before = JSON.stringify([scene.store.listTurnSummaries(), await scene.usage()]);
    const again = await cleanUp(tools, ASKED);
    deepEqual([again.removed, again.freedBytes], [[], 0]);
    equal(again.message, 'There is nothing to clean up.');
    equal(JSON.stringify([scene.store.listTurnSummaries(), await scene.usage()]), before);
  });

  it('takes a row that only a rewind kept together with that rewind', async () => {
    scene.turns('a', [50, 45, 40]);
    const who = { pid: 4711, who: 'terminal', host: 'desk' } as const;
    const rewind = {
      id: 'r',
      kind: 'rewind',
      taskId: 'a',
      who,
      at: daysAgo(3),
      toTurn: 1,
    } as const;
    const ends = { from: 'r<', to: 'r>', paths: [], afterTurn: 'a-2', status: 'done' } as const;
    scene.store.addRewind({ ...rewind, ...ends });
    scene.checkpoints.add('r<').add('r>');
    await cleanUp(scene.tools(), BY_ITSELF);
    deepEqual(
      [scene.ids(), [...scene.checkpoints]],
      [
        ['a-1', 'a-2', 'a-3'],
        ['r<', 'r>'],
      ],
    );
    await cleanUp(scene.tools({ maxStateMb: 1 }), BY_ITSELF);
    deepEqual([scene.ids(), [...scene.checkpoints]], [['a-1', 'a-3'], []]);
  });

  it('counts a long turn from its end', async () => {
    scene.turns('a', [50, 45]);
    scene.store.startTurn({ ...turnStart('a', 3), startedAt: daysAgo(1.5) });
    const end = { ...TURN_END, outcome: 'success', endedAt: daysAgo(0.5) } as const;
    scene.store.endTurn('a-3', { ...end, durationMs: 86_400_000 });
    deepEqual((await cleanUp(scene.tools(), BY_ITSELF)).removed, []);
  });

  it('makes a state that is too large as small as it must be and no smaller', async () => {
    scene.turns('old', [5, 4, 3]);
    scene.turns('new', [0.1, 0.1]);
    // 10 checkpoints and 5 transcripts: 12.5 MB.
    const cleaned = await cleanUp(scene.tools({ maxStateMb: 8 }), BY_ITSELF);
    deepEqual([...scene.checkpoints], ['old-3-', 'old-3+', 'new-1-', 'new-1+', 'new-2-', 'new-2+']);
    deepEqual(cleaned.removed, [
      'From inactive tasks, to stay within 8 MB (old): the checkpoints of 2 turns, 1 transcript (500 kB)',
      'Unused checkpoint data: 4 MB',
    ]);
    deepEqual(scene.ids(), ['old-1', 'old-2', 'old-3', 'new-1', 'new-2']);
  });

  it('says so when all that is left is needed', async () => {
    scene.turns('a', [5, 4, 3]);
    scene.store.updateTask('a', { status: 'PAUSED_FOR_INTERVENTION' });
    const { message } = await cleanUp(scene.tools({ maxStateMb: 1 }), BY_ITSELF);
    deepEqual([...scene.checkpoints], ['a-1-', 'a-1+', 'a-3-', 'a-3+']);
    match(
      message,
      /Devs still stores 4\.5 MB, because unfinished tasks need this data; the limit is 1 MB \(limits\.maxStateMb in devs\.yaml\)\.$/,
    );
  });

  it('knows no limit with maxStateMb 0', async () => {
    scene.turns('a', [5, 4, 3]);
    equal((await cleanUp(scene.tools({ maxStateMb: 0 }), BY_ITSELF)).freedBytes, 0);
  });

  it('leaves what a running turn needs', async () => {
    scene.turns('a', [50], 'running');
    const { removed } = await cleanUp(scene.tools({ maxStateMb: 1 }), BY_ITSELF);
    deepEqual(removed, ['Unused checkpoint data: 1 MB']);
    deepEqual([...scene.checkpoints], ['a-1-']);
    equal(scene.transcripts.size, 1);
  });

  it('counts an intervention as life', async () => {
    scene.turns('a', [50, 45, 40]);
    const at = daysAgo(0.5);
    scene.store.addEvent(eventOf('intervention', { what: 'skip' }, { taskId: 'a', at }));
    deepEqual((await cleanUp(scene.tools(), BY_ITSELF)).removed, []);
  });

  it('finishes what was cut off at any moment', async () => {
    for (const cut of ['rows', 'files', 'checkpoints']) {
      scene = new Scene(await createMemoryStore());
      scene.turns('a', [50, 45, 40, 2]);
      const tools = scene.tools();
      const fail = () => Promise.reject(new Error('killed'));
      const cutOff: CleanTools = {
        ...tools,
        ...(cut === 'checkpoints' ? { checkpoints: { prune: fail } } : {}),
        files:
          cut === 'files' ? Object.assign(Object.create(scene) as Scene, { remove: fail }) : scene,
        store:
          cut === 'rows'
            ? {
                ...tools.store,
                forgetTurns: () => {
                  throw new Error('killed');
                },
              }
            : tools.store,
      };
      await rejects(cleanUp(cutOff, ASKED), /killed/);
      for (const { name, ...file } of [...scene.transcripts.values()]) {
        scene.transcripts.set(name, { ...file, name, at: Date.parse(daysAgo(45)) });
      }
      await cleanUp(tools, ASKED);
      deepEqual(scene.ids(), ['a-1', 'a-4'], cut);
      deepEqual([...scene.checkpoints], ['a-4-', 'a-4+'], cut);
      deepEqual([...scene.transcripts.keys()], ['transcripts/a/a-4.agent.log'], cut);
    }
  });

  it('makes room for the rows on a full disk by removing first what no row needs', async () => {
    scene.turns('a', [50, 45, 40, 2]);
    const transaction: Store['transaction'] = (work) => {
      scene.log.push('rows');
      if (scene.transcripts.size > 1) throw new StateError('The disk is full.');
      return scene.store.transaction(work);
    };
    const { freedBytes } = await cleanUp(scene.tools({}, { transaction }), ASKED);
    deepEqual(scene.log, ['rows', 'files', 'checkpoints', 'rows', 'checkpoints']);
    equal(freedBytes, 7_500_000);
    scene.turns('c', [50, 45, 40]);
    scene.transcripts.clear();
    scene.checkpoints.add('unnamed');
    const full: Store['transaction'] = (work) => {
      if (scene.checkpoints.has('unnamed')) throw new StateError('The disk is full.');
      return scene.store.transaction(work);
    };
    equal((await cleanUp(scene.tools({}, { transaction: full }), ASKED)).freedBytes, 7_000_000);
    const never: Store['transaction'] = () => {
      throw new StateError('The disk is full.');
    };
    scene.turns('b', [50, 45, 40]);
    await rejects(cleanUp(scene.tools({}, { transaction: never }), ASKED), /disk is full/);
  });

  describe('while a part of the history cannot be read', () => {
    const notice = '12 old turns cannot be read.';
    const incomplete = (limits: Partial<Limits> = {}): CleanTools =>
      scene.tools(limits, { listNotices: () => [notice] });
    beforeEach(() => {
      scene.turns('a', [50, 45, 40, 2]);
      // What the lost turns need, which nothing names any more.
      scene.checkpoints.add('lost-1+');
      const name = 'transcripts/a/lost-1.agent.log';
      const file = { name, turnId: 'lost-1', bytes: 500_000, at: Date.parse(daysAgo(50)) };
      scene.transcripts.set(name, file);
    });

    it('waits by itself', async () => {
      const waited: Cleaned = await cleanUp(incomplete(), BY_ITSELF);
      deepEqual([waited.removed, scene.log], [[], []]);
      match(
        waited.message,
        /12 old turns cannot be read\. To remove old turns and transcripts nevertheless, use `devs clean`\.$/,
      );
    });

    it('keeps every checkpoint, and whatever it may need, when asked; and says so', async () => {
      const checkpoints = [...scene.checkpoints];
      const dry = await previewCleanUp(incomplete());
      const cleaned = await cleanUp(incomplete(), ASKED);
      deepEqual(cleaned.removed, [
        'From inactive tasks, older than 30 days (a): 2 turns, 3 transcripts (1.5 MB)',
      ]);
      deepEqual([...scene.checkpoints], checkpoints);
      deepEqual(scene.log, ['rows', 'files']);
      const [first] = scene.store.listTurnSummaries();
      deepEqual([first?.id, first?.checkpointAfter], ['a-1', 'a-1+']);
      ok(scene.transcripts.has('transcripts/a/lost-1.agent.log'));
      equal(
        cleaned.message,
        `Freed 1.5 MB. Devs keeps all checkpoints, because data that it cannot read may need them: ${notice}`,
      );
      deepEqual([dry.removed, dry.freedBytes], [cleaned.removed, cleaned.freedBytes]);
      equal(dry.message, cleaned.message.replace('Freed', 'This would free'));
    });

    it('removes nothing more for being too large: that would free next to nothing', async () => {
      const { message } = await cleanUp(incomplete({ maxStateMb: 1 }), ASKED);
      equal(scene.checkpoints.size, 9);
      equal(scene.transcripts.size, 2);
      match(
        message,
        /Devs still stores 10 MB, because unfinished tasks need this data; the limit is 1 MB \(limits\.maxStateMb in devs\.yaml\)\./,
      );
    });
  });

  it('removes a database that was set aside 30 days ago, when asked', async () => {
    const put = (name: string, days: number): void =>
      void scene.setAside.set(name, { name, bytes: 1_000, at: Date.parse(daysAgo(days)) });
    put('devs.db.damaged-old', 31);
    put('devs.db.damaged-new', 29);
    put('devs.db.damaged-future', -100);
    const kept = await cleanUp(scene.tools(), BY_ITSELF);
    deepEqual(kept.removed, []);
    match(kept.message, /devs\.db\.damaged-old \(1 kB\) is a damaged database that was set aside/);
    const { removed, message } = await cleanUp(scene.tools(), ASKED);
    deepEqual(removed, ['Damaged database, set aside long ago: devs.db.damaged-old (1 kB)']);
    match(message, /damaged-new .*damaged-future/);
    deepEqual([...scene.setAside.keys()], ['devs.db.damaged-new', 'devs.db.damaged-future']);
  });

  it('removes what setups made when asked, and counts it apart from the history', async () => {
    scene.setups = 400_000_000;
    const limits = { maxStateMb: 1 };
    deepEqual((await cleanUp(scene.tools(limits), BY_ITSELF)).removed, []);
    equal(scene.setups, 400_000_000);
    const line = 'Files made by `setup` of devs.yaml, kept for new worktrees: 400 MB';
    const preview = await previewCleanUp(scene.tools(limits));
    deepEqual([preview.removed, preview.message], [[line], 'This would free 400 MB.']);
    equal(scene.setups, 400_000_000);
    const cleaned = await cleanUp(scene.tools(limits), ASKED);
    deepEqual([cleaned.removed, cleaned.message, scene.setups], [[line], 'Freed 400 MB.', 0]);
  });

  it('removes a full log of events after keepDays, asked or not', async () => {
    const name = 'events.1.jsonl';
    const put = (days: number): void =>
      void scene.oldEvents.set(name, { name, bytes: 5_000_000, at: Date.parse(daysAgo(days)) });
    put(29);
    deepEqual((await cleanUp(scene.tools(), ASKED)).removed, []);
    put(31);
    deepEqual((await cleanUp(scene.tools({ keepDays: 0 }), ASKED)).removed, []);
    const { removed } = await cleanUp(scene.tools(), BY_ITSELF);
    deepEqual(removed, ['Old event log: events.1.jsonl (5 MB)']);
    equal(scene.oldEvents.size, 0);
  });
});

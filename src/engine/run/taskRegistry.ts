import type { DevsConfig } from '../../model/config/config';
import type { Store } from '../../ports/store';
import type { EventJournal } from '../state/eventJournal';
import { countingTask } from '../scheduling/taskTree';
import type { Clock } from '../../ports/clock';
import { recordInterruptedAttempt } from '../attempts/openAttempt';
import { recordLanding, type LandedTurn } from '../landing/recordLanding';
import { requireTask } from '../state/requireTask';
import type { Turn } from '../../model/turn/turn';
import { applyTransition } from '../state/applyTransition';
import type { TurnTrace } from '../turn/context/turnCheckpoints';
import { StateController } from '../state/stateController';
import { recoverUsage } from '../usage/recoverUsage';

/** Brings the tasks of `devs.yaml` into the store; those that vanished from it are hidden, not lost. */
export function syncTasks(store: Store, config: DevsConfig): void {
  const configured = new Map(config.tasks.map((task) => [task.id, task]));
  const known = new Map(store.listTasks().map((task) => [task.id, task]));
  const added = config.tasks.filter((task) => {
    const record = known.get(task.id);
    return record === undefined || record.hidden || record.title !== task.title;
  });
  const vanished = [...known.values()].filter((task) => !task.hidden && !configured.has(task.id));
  if (added.length === 0 && vanished.length === 0) return;
  store.transaction(() => {
    for (const task of added) {
      store.upsertTask(task.id, task.title);
      // While it was hidden it waited for nothing.
      const since = known.get(task.id)?.hidden === true ? { queuedAt: store.newestAttempt() } : {};
      store.updateTask(task.id, { hidden: false, ...since });
    }
    for (const task of vanished) store.updateTask(task.id, { hidden: true });
  });
}

/** What is known of turns whose runner was killed, by their ids. */
export interface RecoveredTurns {
  readonly traces?: ReadonlyMap<string, TurnTrace>;
  /** Those whose work has landed: they have succeeded. */
  readonly landed?: ReadonlyMap<string, LandedTurn>;
}

const SUCCEEDED = { outcome: 'success', consequence: 'done', entropyAfter: 0 } as const;

function recordLandedTurn(
  tools: { readonly store: Store; readonly journal: EventJournal },
  { taskId, countsOn }: Turn,
  landing: LandedTurn,
): void {
  const { reason, unverified } = landing.record.success;
  recordLanding(tools, landing);
  tools.store.updateTask(countsOn, { entropyCount: 0 });
  const countsOnItself = taskId === countsOn;
  applyTransition(tools, taskId, { type: 'succeeded', reason, unverified, countsOnItself });
}

/**
 * Recovers after a killed runner: its turns become interrupted (not counted), its tasks pending,
 * and their attempts recorded. Called by every new lease holder, with the recorded facts of those
 * turns by their ids.
 */
export function recoverInterrupted(
  tools: { readonly store: Store; readonly journal: EventJournal; readonly clock: Clock },
  config: DevsConfig | undefined,
  { traces = new Map(), landed = new Map() }: RecoveredTurns = {},
): void {
  const { store, journal, clock } = tools;
  const at = clock.now();
  const turns = store.listRunningTurns();
  const tasks = store.listTasks().filter((task) => task.status === 'in_progress');
  const isClean = turns.length === 0 && tasks.length === 0 && store.getRunStatus() !== 'RUNNING';
  if (isClean && store.listRunningCalls().length === 0) return;
  journal.transaction(() => {
    recoverUsage({ store, journal });
    for (const turn of turns) {
      const landing = landed.get(turn.id);
      store.endTurn(turn.id, {
        outcome: 'interrupted',
        endedAt: at.toISOString(),
        agentEnd: { kind: 'cancelled' },
        durationMs: Math.max(0, at.getTime() - Date.parse(turn.startedAt)),
        replyHash: '',
        firstLines: '',
        strategy: '',
        stateAfter: '',
        changedFiles: [],
        reason: 'interrupted: Devs was killed during this turn',
        entropyAfter: store.getTask(turn.countsOn)?.entropyCount ?? 0,
        consequence: 'none',
        transcript: '',
        ...traces.get(turn.id),
        ...(landing && { ...SUCCEEDED, reason: landing.record.success.reason }),
      });
      if (landing !== undefined) recordLandedTurn(tools, turn, landing);
    }
    for (const task of tasks) {
      if (requireTask(store, task.id).status !== 'in_progress') continue;
      applyTransition(tools, task.id, { type: 'interrupted' });
      const running = turns.find((turn) => turn.taskId === task.id);
      const countsOn = config === undefined ? task.id : countingTask(config, task.id);
      recordInterruptedAttempt(tools, task.id, running?.countsOn ?? countsOn);
    }
    new StateController(store).settle();
  });
}

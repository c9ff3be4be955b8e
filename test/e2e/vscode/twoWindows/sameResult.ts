import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Step } from '../../cli/testWorkspace';
import {
  dashboardPlace,
  notificationPlace,
  palettePlace,
  terminalPlace,
  type Act,
  type Place,
} from './interventionPlaces';
import { describeAtFullScale } from '../../../support/scale';
import { PAUSED, type Scene } from './scene';

/** One row of the table: what is done, how the agent behaves, and where that leaves the task. */
interface Row {
  readonly act: Act;
  readonly status: string;
  /** Turns of the task afterwards. */
  readonly turns: number;
  /** Entries of the history afterwards. */
  readonly history: number;
  /** A turn that does not end by itself. */
  readonly held?: true;
}

const ROWS: readonly Row[] = [
  { act: 'run', status: PAUSED, turns: 1, history: 0 },
  { act: 'rewind', status: PAUSED, turns: 1, history: 1 },
  { act: 'redo', status: PAUSED, turns: 1, history: 2 },
  { act: 'resumeByOther', status: PAUSED, turns: 2, history: 3 },
  { act: 'resumeWithHint', status: PAUSED, turns: 3, history: 4 },
  { act: 'notALoop', status: PAUSED, turns: 4, history: 5 },
  { act: 'skip', status: 'skipped', turns: 4, history: 6 },
  { act: 'retry', status: 'pending', turns: 4, history: 7 },
  { act: 'run', status: 'in_progress', turns: 5, history: 7, held: true },
  { act: 'cancel', status: 'pending', turns: 5, history: 8 },
  { act: 'run', status: 'in_progress', turns: 6, history: 8, held: true },
  { act: 'pause', status: PAUSED, turns: 6, history: 9 },
];

/** What has to be the same wherever a thing was done: all but the task's name, times and who it was. */
type Result = unknown;

/** The same things done to one task after the other, each time from another place. */
export function sameResultTests(scene: Scene): void {
  const { workspace } = scene;
  const results = new Map<string, readonly Result[]>();
  const places = {
    dashboard: () => dashboardPlace(scene.windows.b),
    palette: () => palettePlace(scene.windows.a),
    // It offers Answer…, Rewind…, Redo and Skip; the rest is done in its window's dashboard.
    notification: () => ({
      ...dashboardPlace(scene.windows.b),
      ...notificationPlace(scene.windows.b),
    }),
    terminal: () => terminalPlace(workspace),
  } as const;

  /** A turn that leaves a file of the task's own, so that the tasks do not meet. */
  const turnOf = (taskId: string): Step => ({
    reply: 'STRATEGY: guess',
    write: { [`${taskId}.txt`]: 'guess\n' },
  });

  async function resultOf(taskId: string, { status, turns, history }: Row): Promise<Result> {
    await scene.windows.settled(taskId, status, turns);
    const { run, task } = await scene.windows.agreed(taskId, history);
    const written = existsSync(join(workspace.folder, `${taskId}.txt`));
    const text = JSON.stringify({ run, task, written }, (key, value: unknown) =>
      ['at', 'who', 'durationMs'].includes(key) ? undefined : value,
    );
    return JSON.parse(text.replaceAll(taskId, 'TASK')) as Result;
  }

  async function playThrough(taskId: string, place: Required<Place>): Promise<readonly Result[]> {
    const found: Result[] = [];
    let open = (): void => undefined;
    for (const row of ROWS) {
      if (row.held === true) open = scene.hold(turnOf(taskId));
      else if (row.act !== 'pause') workspace.play([turnOf(taskId)]);
      const calls = workspace.calls().length;
      await place[row.act](taskId);
      if (row.held === true) await scene.agentAfter(calls);
      if (row.act === 'pause') {
        await scene.windows.agreed(taskId, row.history);
        open();
      }
      found.push({ act: row.act, result: await resultOf(taskId, row) });
    }
    return found;
  }

  describeAtFullScale('the same from everywhere', () => {
    for (const [name, place] of Object.entries(places)) {
      it(`does everything from the ${name}`, async () => {
        const taskId = `by-${name}`;
        scene.configure([taskId]);
        await scene.windows.show(taskId, 'pending');
        results.set(name, await playThrough(taskId, place()));
        await scene.windows.pictures(`two-20-${name}`);
      });
    }

    for (const name of ['palette', 'notification', 'terminal']) {
      it(`comes to the same from the ${name} as from the dashboard`, () => {
        const [expected, found] = [results.get('dashboard'), results.get(name)];
        assert.ok(expected !== undefined && found !== undefined);
        assert.deepEqual(found, expected);
      });
    }
  });
}

import fc from 'fast-check';
import { COUNTS } from '../../support/scale';
import { histories, type History } from './support/histories';
import { play } from './support/playing';
import { removeTemplates } from './support/template';

const number = (name: string): number | undefined =>
  process.env[name] === undefined ? undefined : Number(process.env[name]);

/** `npm run test:histories` plays others each time; here they are always the same. */
const RUNS = number('DEVS_HISTORIES') ?? COUNTS.rewoundHistories;
const SEED = number('DEVS_HISTORIES_SEED') ?? 1;

/** Plays a history; the first that fails is told at once, for making it smaller takes a while. */
function playAloud(): (history: History) => Promise<void> {
  let told = false;
  return async (history) => {
    try {
      await play(history);
    } catch (error) {
      if (!told) console.error(`fails: ${String(error)}\n${JSON.stringify(history)}`);
      told = true;
      throw error;
    }
  };
}

/** An agent deletes `d/e`; the user makes it anew and deletes it again, with no checkpoint in between. */
const CAME_AND_WENT: History = {
  place: 'plain',
  chapters: [
    { kind: 'turn', task: 'A', deeds: [{ what: 'remove', path: 6, other: 0 }], ending: 'goesOn' },
    { kind: 'user', deeds: [{ what: 'write', path: 6, other: 0 }] },
    { kind: 'user', deeds: [{ what: 'remove', path: 6, other: 0 }] },
  ],
  end: {
    kind: 'rewind',
    task: 'A',
    to: 0,
    wanted: { also: 0, except: 0 },
    fate: { kind: 'undone' },
  },
};

/** The user makes `d/e/f`, and git takes it away for `d/e`, with no checkpoint in between; an agent makes it then. */
const CAME_AND_WENT_BEFORE_AN_AGENT: History = {
  place: 'git',
  chapters: [
    { kind: 'turn', task: 'A', deeds: [], ending: 'goesOn' },
    { kind: 'user', deeds: [{ what: 'link', path: 7, other: 0 }] },
    // Refused: no checkpoint either.
    { kind: 'redo', task: 'A', wanted: { also: 0, except: 0 } },
    { kind: 'user', deeds: [{ what: 'checkout', path: 0, other: 0 }] },
    { kind: 'turn', task: 'A', deeds: [{ what: 'write', path: 7, other: 0 }], ending: 'goesOn' },
  ],
  end: CAME_AND_WENT.end,
};

/** A rewind deletes an agent's file; the user makes it anew and, after a checkpoint, deletes it: a redo leaves it so. */
const DELETED_BEFORE_A_REDO: History = {
  place: 'plain',
  chapters: [
    { kind: 'turn', task: 'A', deeds: [{ what: 'write', path: 8, other: 0 }], ending: 'goesOn' },
    { ...CAME_AND_WENT.end, fate: { kind: 'stays' } },
    { kind: 'user', deeds: [{ what: 'write', path: 8, other: 0 }] },
    { kind: 'turn', task: 'B', deeds: [], ending: 'goesOn' },
    { kind: 'user', deeds: [{ what: 'remove', path: 8, other: 0 }] },
    { kind: 'redo', task: 'A', wanted: { also: 0, except: 0 } },
  ],
  end: CAME_AND_WENT.end,
};

/** An agent makes a file that another had made, and whose rewind had taken it away. */
const TAKEN_BACK_BEFORE_AN_AGENT: History = {
  place: 'plain',
  chapters: [
    { kind: 'turn', task: 'A', deeds: [], ending: 'goesOn' },
    { kind: 'turn', task: 'B', deeds: [{ what: 'write', path: 8, other: 0 }], ending: 'goesOn' },
    { ...CAME_AND_WENT.end, task: 'B', fate: { kind: 'stays' } },
    { kind: 'turn', task: 'A', deeds: [{ what: 'write', path: 8, other: 0 }], ending: 'goesOn' },
  ],
  end: CAME_AND_WENT.end,
};

/** A redo brings back what the agent made; then the task goes forward again, to a turn that ended without it. */
const BROUGHT_BACK_BY_A_REDO: History = {
  place: 'plain',
  chapters: [
    { kind: 'turn', task: 'A', deeds: [{ what: 'write', path: 8, other: 0 }], ending: 'goesOn' },
    { ...CAME_AND_WENT.end, fate: { kind: 'stays' } },
    { kind: 'turn', task: 'A', deeds: [], ending: 'goesOn' },
    { kind: 'redo', task: 'A', wanted: { also: 0, except: 0 } },
  ],
  end: { ...CAME_AND_WENT.end, to: 2 },
};

/**
 * An agent makes `d/` ignored; the user writes other rules, under which it deletes `d/e`: that comes back, for the
 * checkpoint after the first turn knows it.
 */
const DELETED_AFTER_IT_WAS_IGNORED: History = {
  place: 'plain',
  chapters: [
    { kind: 'turn', task: 'A', deeds: [{ what: 'ignore', path: 0, other: 16 }], ending: 'goesOn' },
    { kind: 'user', deeds: [{ what: 'ignore', path: 0, other: 0 }] },
    { kind: 'turn', task: 'A', deeds: [{ what: 'remove', path: 6, other: 0 }], ending: 'goesOn' },
  ],
  end: { ...CAME_AND_WENT.end, to: 1 },
};

describe('rewinds of real histories', function () {
  this.timeout(0);
  after(removeTemplates);

  it('know nothing of what came and went between two checkpoints', async () => {
    await play(CAME_AND_WENT);
    await play(CAME_AND_WENT_BEFORE_AN_AGENT);
  });

  it('delete what the agent made, also where a rewind had taken it away from another or a redo brought it back', async () => {
    await play(TAKEN_BACK_BEFORE_AN_AGENT);
    await play(BROUGHT_BACK_BY_A_REDO);
  });

  it('bring back what an agent deleted, also where it was ignored for a while', async () => {
    await play(DELETED_AFTER_IT_WAS_IGNORED);
  });

  it('leave deleted what the user deleted between a rewind and its redo', async () => {
    await play(DELETED_BEFORE_A_REDO);
  });

  it(`lose nothing of anybody, and go back and forth exactly: ${RUNS} histories, seed ${SEED}`, async () => {
    const path = process.env['DEVS_HISTORIES_PATH'];
    await fc.assert(fc.asyncProperty(histories, playAloud()), {
      numRuns: RUNS,
      seed: SEED,
      ...(path === undefined ? {} : { path }),
      plugins: [fc.interruptAfterTimeLimit(3_600_000, { failOnInterrupt: true })],
    });
  });
});

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

describe('rewinds of real histories', function () {
  this.timeout(0);
  after(removeTemplates);

  it('know nothing of what came and went between two checkpoints', async () => {
    await play(CAME_AND_WENT);
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

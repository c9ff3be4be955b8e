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

describe('rewinds of real histories', function () {
  this.timeout(0);
  after(removeTemplates);

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

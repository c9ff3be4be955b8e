import { parseArgs } from 'node:util';
import { isFullScale } from '../support/scale';

export const PARTS = ['rewind', 'run', 'disk', 'commands', 'originals', 'lanes'] as const;
export type PartName = (typeof PARTS)[number];

export interface Options {
  readonly seed: number;
  readonly parts: readonly PartName[];
  /** Kills of each part. */
  readonly kills: Readonly<Record<PartName, number>>;
  /** For all parts together. */
  readonly minutes: number;
  readonly requireFullDisk: boolean;
  /** Leaves the folders of what failed. */
  readonly keep: boolean;
  /** Tells of every round. */
  readonly verbose: boolean;
  /** Projects at a time. */
  readonly workers: number;
  /** A short look: to be through with fewer kills when the time is up is no failure. */
  readonly quick: boolean;
}

const KILLS: Readonly<Record<PartName, number>> = {
  ...{ rewind: 150, run: 150, disk: 24, commands: 30, originals: 60, lanes: 300 },
};

const USAGE = `npm run test:crash -- [options]
  --seed <n>            begin with this seed (default: a new one)
  --only <part,…>       ${PARTS.join(', ')}
  --kills <n>           kills of each part (default: ${PARTS.map((part) => `${part} ${KILLS[part]}`).join(', ')})
  --quick               a few of each, or as many as the time allows; not where DEVS_TEST_SCALE=full
  --minutes <n>         for all parts together (default: 10; 3 with --quick)
  --workers <n>         projects at a time (default: 2; 1 with --quick)
  --require-full-disk   fail where no full disk can be made
  --verbose             tell of every round
  --keep                leave the folders of what failed`;

/** What the command line asks for; a sentence when it cannot be understood. */
export function readOptions(argv: readonly string[]): Options | string {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        seed: { type: 'string' },
        only: { type: 'string' },
        kills: { type: 'string' },
        quick: { type: 'boolean', default: false },
        minutes: { type: 'string' },
        workers: { type: 'string' },
        'require-full-disk': { type: 'boolean', default: false },
        keep: { type: 'boolean', default: false },
        verbose: { type: 'boolean', default: false },
      },
    });
    const quick = values.quick && !isFullScale;
    const kills = values.kills === undefined ? undefined : number(values.kills, 'kills');
    return {
      seed: values.seed === undefined ? Date.now() % 1_000_000 : number(values.seed, 'seed'),
      parts: values.only === undefined ? PARTS : values.only.split(',').map(part),
      kills: kills === undefined ? defaultKills(quick) : same(kills),
      minutes: number(values.minutes ?? (quick ? '3' : '10'), 'minutes'),
      quick,
      requireFullDisk: values['require-full-disk'],
      keep: values.keep,
      verbose: values.verbose,
      // Each has a project of its own, which is more work than a few kills.
      workers: number(values.workers ?? (quick ? '1' : '2'), 'workers'),
    };
  } catch (error) {
    return `${(error as Error).message}\n${USAGE}`;
  }
}

function defaultKills(isQuick: boolean): Options['kills'] {
  if (!isQuick) return KILLS;
  return { rewind: 4, run: 4, disk: 1, commands: 2, originals: 3, lanes: 4 };
}

function same(kills: number): Options['kills'] {
  return {
    rewind: kills,
    run: kills,
    disk: kills,
    commands: kills,
    originals: kills,
    lanes: kills,
  };
}

function number(text: string, name: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error(`--${name} must be a whole number, not "${text}"`);
}

function part(text: string): PartName {
  const found = PARTS.find((each) => each === text);
  if (found === undefined) throw new Error(`there is no part "${text}"`);
  return found;
}

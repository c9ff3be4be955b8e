import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FullDisk } from './fullDisk';
import type { PartName } from './options';
import { Random } from './random';
import { Round, Tally } from './round';
import { Sandbox } from './sandbox';

/** One sandbox in the hands of one part of the test. */
export interface Rounds {
  /** One kill and all that must hold after it. Throws what does not. */
  play(round: Round): Promise<void>;
  /** What must hold at the end of the sandbox's life. */
  finish(): Promise<void>;
}

export interface Part {
  readonly name: PartName;
  /** Kills in one sandbox. */
  readonly roundsEach: number;
  readonly files: { readonly least: number; readonly most: number };
  /** Whether every sandbox has git. */
  readonly needsGit?: true;
  /** Makes what the sandbox is to lie on, in its empty folder; absent: nothing. */
  place?(root: string, random: Random): Place;
  begin(sandbox: Sandbox, random: Random, place: Place | undefined): Promise<Rounds>;
}

/** What a sandbox lies on. */
export type Place = FullDisk;

export interface PartOptions {
  readonly cli: string;
  readonly seed: number;
  readonly kills: number;
  readonly workers: number;
  /** As `performance.now()`: no round begins later. */
  readonly deadline: number;
  readonly keep: boolean;
  readonly verbose: boolean;
}

export interface PartResult {
  readonly tally: Tally;
  readonly failures: readonly string[];
}

/** Most failures that are worth seeing at once. */
const MAX_FAILURES = 5;

/** Plays rounds in one sandbox after the other, some at a time, until there were enough kills. */
export async function playPart(part: Part, options: PartOptions): Promise<PartResult> {
  const tally = new Tally();
  const failures: string[] = [];
  let next = 0;
  const isOver = (): boolean =>
    tally.total >= options.kills ||
    performance.now() > options.deadline ||
    failures.length >= MAX_FAILURES;
  const work = async (): Promise<void> => {
    while (!isOver()) {
      const seed = options.seed + next;
      next += 1;
      const failure = await playSandbox(part, { ...options, seed }, { tally, isOver });
      if (failure === undefined) continue;
      failures.push(failure);
      console.log(`\nFAILED ${failure}`);
    }
  };
  await Promise.all(Array.from({ length: options.workers }, work));
  return { tally, failures };
}

interface Going {
  readonly tally: Tally;
  readonly isOver: () => boolean;
}

/** What failed, for humans; undefined when nothing did. */
async function playSandbox(
  part: Part,
  options: PartOptions,
  { tally, isOver }: Going,
): Promise<string | undefined> {
  const { seed, cli, keep } = options;
  const random = new Random(seed);
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'devs-crash-')));
  const place = part.place?.(root, random);
  const { least, most } = part.files;
  const sandbox = new Sandbox({
    ...{ root, cli, random, files: random.whole(least, most) },
    needsGit: part.needsGit === true,
  });
  let round = new Round(0, tally);
  let failure: string | undefined;
  try {
    const rounds = await part.begin(sandbox, random, place);
    for (let number = 1; number <= part.roundsEach && !isOver(); number += 1) {
      round = new Round(number, tally);
      // Each round's choices are its own, however long the ones before took.
      random.restart(seed * 1000 + number);
      await rounds.play(round);
      if (options.verbose) console.log(`${part.name} ${seed} ${number}: ${round.notes.join('; ')}`);
    }
    await rounds.finish();
  } catch (error) {
    failure = describeFailure({ part, seed, round, sandbox, keep }, error as Error);
  }
  const keeps = keep && failure !== undefined;
  await sandbox.endProcesses();
  if (!keeps) place?.unmount();
  if (!keeps) sandbox.remove();
  return failure;
}

interface Failed {
  readonly part: Part;
  readonly seed: number;
  readonly round: Round;
  readonly sandbox: Sandbox;
  readonly keep: boolean;
}

function describeFailure({ part, seed, round, sandbox, keep }: Failed, error: Error): string {
  const { name } = part;
  const last = sandbox.ends.slice(-6).map(({ args, code, killed, stderr }) => {
    const said = stderr.trim() === '' ? '' : `: ${stderr.trim().slice(0, 400)}`;
    return `    devs ${args.join(' ')} → ${killed ? 'killed' : code}${said}`;
  });
  return [
    `${name}, seed ${seed}, round ${round.number}: ${round.notes.join('; ')}`,
    `  ${error.name === 'CrashFailure' ? error.message : (error.stack ?? error.message)}`,
    ...last,
    `  once more: npm run test:crash -- --only ${name} --seed ${seed} --workers 1 --kills ${Math.max(1, round.number)}`,
    ...(keep ? [`  kept: ${sandbox.root}`] : []),
  ].join('\n');
}

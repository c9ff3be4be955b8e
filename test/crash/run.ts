import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addCounts } from '../support/counts';
import { readOptions, type Options, type PartName } from './options';
import { playPart, type Part, type PartResult } from './part';
import { CommandRounds } from './commandRounds';
import { DiskRounds } from './diskRounds';
import { findNamespace, FullDisk } from './fullDisk';
import { LaneRounds } from './laneRounds';
import { OriginalsRounds } from './originalsRounds';
import { RewindRounds } from './rewindRounds';
import { RunRounds } from './runRounds';

/**
 * `npm run test:crash`: kills real `devs` processes with SIGKILL and fills real disks, and looks
 * whether anything is lost. Exit codes: 0 all holds, 1 something does not, 3 the time was up first.
 */

const BUILT = path.resolve(__dirname, '../../dist');

const PARTS: Readonly<Record<PartName, Part>> = {
  rewind: {
    name: 'rewind',
    roundsEach: 15,
    files: { least: 50, most: 300 },
    begin: (sandbox, random) => RewindRounds.begin(sandbox, random),
  },
  run: {
    name: 'run',
    roundsEach: 12,
    files: { least: 20, most: 80 },
    begin: (sandbox, random) => RunRounds.begin(sandbox, random),
  },
  commands: {
    name: 'commands',
    roundsEach: 12,
    files: { least: 10, most: 40 },
    begin: (sandbox, random) => CommandRounds.begin(sandbox, random),
  },
  originals: {
    name: 'originals',
    roundsEach: 12,
    files: { least: 10, most: 40 },
    begin: (sandbox, random) => OriginalsRounds.begin(sandbox, random),
  },
  lanes: {
    name: 'lanes',
    roundsEach: 12,
    files: { least: 10, most: 60 },
    needsGit: true,
    begin: (sandbox, random) => LaneRounds.begin(sandbox, random),
  },
  disk: {
    name: 'disk',
    roundsEach: 8,
    files: { least: 50, most: 120 },
    place: (root, random) =>
      new FullDisk(root, random.pick([['project'], ['state'], ['project', 'state']] as const)),
    begin: (sandbox, random, disk) => {
      if (disk === undefined) throw new Error('there is no disk');
      return DiskRounds.begin(sandbox, random, disk);
    },
  },
};

/** Set for the process that may mount disks. */
const MAY_MOUNT = 'CRASH_MAY_MOUNT';

async function main(options: Options): Promise<number> {
  if (!existsSync(path.join(BUILT, 'cli.js'))) {
    console.error('dist/cli.js is missing: run `npm run compile` first');
    return 1;
  }
  // Whoever builds meanwhile changes nothing here.
  const build = mkdtempSync(path.join(tmpdir(), 'devs-build-'));
  cpSync(BUILT, build, { recursive: true });
  const deadline = performance.now() + options.minutes * 60_000;
  console.log(`seed ${options.seed}`);
  const codes: number[] = [];
  for (const [index, name] of options.parts.entries()) {
    // What is left is shared by the parts that are left.
    const ms = (deadline - performance.now()) / (options.parts.length - index);
    codes.push(
      name === 'disk' && process.env[MAY_MOUNT] === undefined
        ? playWhereItMayMount(options, ms)
        : await play(name, options, { cli: path.join(build, 'cli.js'), ms }),
    );
  }
  rmSync(build, { recursive: true, force: true });
  if (codes.includes(1)) return 1;
  return options.quick ? 0 : Math.max(0, ...codes);
}

async function play(
  name: PartName,
  options: Options,
  { cli, ms }: { readonly cli: string; readonly ms: number },
): Promise<number> {
  const kills = options.kills[name];
  const result = await playPart(PARTS[name], {
    ...options,
    ...{ cli, kills, deadline: performance.now() + ms },
  });
  return tell(name, result, kills);
}

/** The part with full disks, in a process whose mounts nobody else sees and which vanish with it. */
function playWhereItMayMount(options: Options, ms: number): number {
  const namespace = findNamespace();
  if (!namespace.ok) {
    console.log(`\ndisk: not run, because no disk can be mounted here: ${namespace.why}`);
    return options.requireFullDisk ? 1 : 0;
  }
  const { seed, kills, workers, keep, verbose, quick } = options;
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  const numbers = { seed, kills: kills.disk, workers, minutes };
  const words = Object.entries(numbers).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const flags = [
    ...(keep ? ['--keep'] : []),
    ...(verbose ? ['--verbose'] : []),
    ...(quick ? ['--quick'] : []),
  ];
  const command = [process.execPath, ...process.execArgv, __filename, '--only', 'disk'];
  const { status } = spawnSync('unshare', [...namespace.args, ...command, ...words, ...flags], {
    stdio: 'inherit',
    env: { ...process.env, [MAY_MOUNT]: '1' },
  });
  return status ?? 1;
}

function tell(name: PartName, { tally, failures }: PartResult, wanted: number): number {
  console.log(`\n${name}: ${tally.total} of ${wanted} kills`);
  for (const line of tally.lines()) console.log(line);
  addCounts({ passed: tally.total, failed: failures.length });
  if (failures.length > 0) return 1;
  if (tally.total >= wanted) return 0;
  console.log('  the time was up before all of them');
  return 3;
}

const options = readOptions(process.argv.slice(2));
if (typeof options === 'string') {
  console.error(options);
  process.exitCode = 1;
} else {
  void main(options).then((code) => (process.exitCode = code));
}

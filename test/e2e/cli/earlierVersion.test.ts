import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownIdentity } from '../../../src/platform/state/lease/processIdentity';
import {
  anonymize,
  COMMANDS,
  FACTS,
  reduceTo,
  unpack,
  type Facts,
  type Unpacked,
} from '../../fixtures/version-0.1.0/fixture';
import { DevsProcess, type Ended } from './devsProcess';
import { describeAtFullScale } from '../../support/scale';

/** A process id beyond what any system hands out. */
const NOBODY = 2 ** 30;

describeAtFullScale('a state folder that version 0.1.0 left', function () {
  this.timeout(120_000);
  let folder: string;
  let unpacked: Unpacked;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'devs-earlier-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function devs(...args: readonly string[]): Promise<Ended> {
    const { workspace, stateDir } = unpacked;
    const env = { ...process.env, DEVS_STATE_DIR: stateDir, NO_COLOR: '1' };
    return new DevsProcess(args, { cwd: workspace, env }).ended;
  }

  async function json(...args: readonly string[]): Promise<unknown> {
    const { stdout, stderr } = await devs(...args, '--json');
    assert.equal(stderr, '');
    return JSON.parse(stdout);
  }

  /** The lease as its holder left it, as if it had been a process of this machine. */
  async function holdByTheDead(): Promise<void> {
    const file = join(unpacked.stateDir, 'lease', '1');
    const record = JSON.parse(readFileSync(file, 'utf8')) as object;
    const here = { ...(await ownIdentity()), pid: NOBODY };
    writeFileSync(file, JSON.stringify({ ...record, ...here }));
  }

  it('says the same in status, report, metrics and lessons', async () => {
    unpacked = unpack('everyStatus', folder);
    const { workspace, recordedWorkspace, stateDir } = unpacked;
    const recordedState = recordedWorkspace.replace(/workspace$/, 'state');
    const names = {
      ...{ [workspace]: '<workspace>', [recordedWorkspace]: '<workspace>' },
      ...{ [stateDir]: '<state>', [recordedState]: '<state>' },
    };
    const recorded = JSON.parse(readFileSync(FACTS, 'utf8')) as Facts;
    for (const args of COMMANDS) {
      const expected = recorded[args.join(' ')];
      const told = anonymize(await json(...args), names);
      assert.deepEqual(reduceTo(expected, told), expected, `devs ${args.join(' ')}`);
    }
  });

  it('reports what it blocked, although that version filed no report', async () => {
    unpacked = unpack('everyStatus', folder);
    const { code, stdout } = await devs('report', 'logged-out');
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^⚠ BLOCKED — it cannot go on without you\n {2}not logged in: Invalid API key · Please run \/login — Log in: /,
    );
    assert.match(stdout, /\n {4}turn 1 {2}not counted /);
    assert.match(stdout, /\nRun `devs resume logged-out` to resume after fixing the cause\.\n/);
    const refused = (await json('report', 'refused')) as { reason: string; advice: string[] };
    assert.equal(refused.reason, 'BLOCKED');
    assert.match(refused.advice[0] ?? '', /refused `npm test` 3 times/);
  });

  it('says nothing new of thresholds and pauses, with adaptive thresholds on as well', async () => {
    unpacked = unpack('everyStatus', folder);
    const file = join(unpacked.workspace, 'devs.yaml');
    const config = JSON.parse(readFileSync(file, 'utf8')) as { readonly limits?: object };
    writeFileSync(
      file,
      JSON.stringify({ ...config, limits: { ...config.limits, adaptive: true } }),
    );

    const { tasks } = (await json('status')) as {
      readonly tasks: readonly Readonly<Record<string, unknown>>[];
    };

    assert.ok(tasks.length > 5);
    for (const { loopThreshold, thresholdReason, prediction } of tasks)
      assert.deepEqual([loopThreshold, thresholdReason, prediction], [3, null, null]);
    assert.ok(!('prediction' in ((await json('metrics')) as object)));
  });

  it('still brings files back, and takes that back', async () => {
    unpacked = unpack('everyStatus', folder);
    const cart = join(unpacked.workspace, 'src/cart.js');
    const solved = readFileSync(cart, 'utf8');
    assert.match(solved, /Math\.round/);
    const rewound = await devs('rewind', 'cart-total', '--yes');
    assert.equal(rewound.code, 0, rewound.stderr);
    assert.doesNotMatch(readFileSync(cart, 'utf8'), /Math\.(round|floor)/);
    assert.equal((await devs('redo', 'cart-total', '--yes')).code, 0);
    assert.equal(readFileSync(cart, 'utf8'), solved);
    // The rewind of the other task was recorded by that version.
    const redone = await devs('redo', 'stubborn', '--yes');
    assert.equal(redone.code, 0, redone.stderr);
    assert.equal(readFileSync(join(unpacked.workspace, 'stubborn.txt'), 'utf8'), '41');
  });

  it('is put right after a kill: the turn counts nothing, the request is answered', async () => {
    unpacked = unpack('killed', folder);
    await holdByTheDead();
    const inbox = join(unpacked.stateDir, 'inbox');
    const requests = (): string[] =>
      readdirSync(inbox, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.json'),
      );
    assert.equal(requests().length, 1);
    const { code, stdout, stderr } = await devs('skip', 'hanging');
    assert.equal(code, 0, stdout + stderr);
    assert.match(stderr, /Turn 1 of hanging was interrupted.*This turn is not counted\./);
    const { task } = (await json('status', 'hanging')) as {
      readonly task: { readonly status: string; readonly entropy: number };
    };
    assert.deepEqual([task.status, task.entropy], ['skipped', 0]);
    const lease = readdirSync(join(unpacked.stateDir, 'lease'));
    assert.ok(lease.includes('2.released'), lease.join(' '));
    assert.ok(existsSync(join(unpacked.stateDir, 'devs.db')));
  });
});

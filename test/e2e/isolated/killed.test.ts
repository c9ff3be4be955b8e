import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { everyNth, scaled } from '../../support/scale';
import { IsolatedScene } from './isolatedScene';
import { KillingGit } from './killingGit';

/** Points of each kind at which a run is killed. */
const KILLS = scaled(1, 60);

/** What a turn does, however often: the first one also plays the user. */
const WORK = `
  const shop = path.join(steps, '../shop');
  if (!fs.existsSync(path.join(shop, 'users.txt'))) {
    user('users.txt', 'of the user');
    user('a.txt', '1\\n2\\n3\\n4\\nFIVE\\n');
  }
  write('a.txt', read('a.txt').replace('1', 'ONE'));
  write('new.txt', 'new');
  if (fs.existsSync('b.txt')) remove('b.txt');
`;

class KilledScene extends IsolatedScene {
  readonly killing = new KillingGit(this.base);

  constructor(readonly land: string) {
    super({ config: [`land: ${land}`, 'setup: [node, --version]', 'copy: [node_modules]'] });
    this.write('node_modules/x', 'x');
    for (let turn = 1; turn < 5; turn += 1) this.agent(turn, WORK);
  }

  /** One `devs run`, to its end or to that of `kill`. */
  devs(kill: Readonly<Record<string, string>>): number | null {
    return this.killing.devs(this, ['run'], kill);
  }

  /** Whether the work has landed; fails where only a part of it has. */
  hasLanded(): boolean {
    const seen =
      this.land === 'branch'
        ? [this.git('branch', '--list', 'devs/fix') !== '']
        : [
            this.read('a.txt')?.startsWith('ONE'),
            this.read('new.txt') === 'new',
            this.read('b.txt') === undefined,
            ...(this.land === 'commit' ? [this.git('log', '--format=%s').startsWith('fix\n')] : []),
          ];
    assert.equal(new Set(seen).size, 1, JSON.stringify(seen));
    return seen[0] === true;
  }
}

describe('a run in a worktree that is killed', function () {
  this.timeout(scaled(300_000, 3_600_000));

  // Kills of several tasks at once land in all three ways at small scale, too.
  for (const land of everyNth(3, ['files', 'commit', 'branch'])) {
    it(`lands as ${land} whole or not at all, once, and leaves nothing behind`, async () => {
      for (const kill of listKills(land)) await playKilled(land, kill);
    });
  }
});

type Kill = Readonly<Record<string, string>>;

/** Every so many of the calls of git and of the changes of files in a run that is not killed. */
function listKills(land: string): readonly Kill[] {
  const scene = new KilledScene(land);
  try {
    const log = join(scene.base, 'operations');
    assert.equal(scene.devs({ CRASH_LOG: log }), 0);
    const calls = Number(readFileSync(join(scene.base, 'steps/git.count'), 'utf8'));
    const only = '/shop/|/worktrees/|devs\\.db$';
    const operations = readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => new RegExp(only).test(line)).length;
    return [
      ...spread(calls).map((nth) => ({ KILL_BEFORE: String(nth) })),
      ...spread(calls).map((nth) => ({ KILL_AFTER: String(nth) })),
      ...spread(operations).map((nth) => ({
        ...{
          CRASH_ONLY: only,
          CRASH_AT: String(nth),
          CRASH_HOW: nth % 2 === 0 ? 'before' : 'after',
        },
      })),
    ];
  } finally {
    scene.remove();
  }
}

function spread(count: number): readonly number[] {
  const kills = Math.min(KILLS, count);
  // A landing comes late: one point alone is where it is under way.
  return Array.from({ length: kills }, (_, at) => Math.ceil(((at + 0.7) * count) / kills));
}

async function playKilled(land: string, kill: Kill): Promise<void> {
  const scene = new KilledScene(land);
  const what = `${land} ${JSON.stringify(kill)}`;
  try {
    const wasKilled = scene.devs(kill) === null;
    const app = scene.app();
    await app.recover();
    const landed = scene.hasLanded();
    const done = (await scene.status())[0] === 'done';
    assert.equal(landed, done, `${what}: landed ${landed}, done ${done}`);
    assert.ok(wasKilled || done, what);
    await scene.run();
    assert.equal((await scene.status())[0], 'done', `${what}: ${(await scene.status()).join(' ')}`);
    assert.ok(scene.hasLanded(), what);
    assert.equal(scene.read('users.txt'), 'of the user', what);
    assert.match(scene.read('a.txt') ?? '', /FIVE/, what);
    const all = ['log', '--all', '--format=%s'];
    assert.equal(scene.git(...all), land === 'files' ? 'first\n' : 'fix\nfirst\n', what);
    const refs = scene.git('for-each-ref', '--format=%(refname)').trim().split('\n');
    assert.deepEqual(
      refs,
      land === 'branch' ? ['refs/heads/devs/fix', 'refs/heads/main'] : ['refs/heads/main'],
      what,
    );
    const known = join(scene.work, '.git/worktrees');
    assert.deepEqual(existsSync(known) ? readdirSync(known) : [], [], what);
    assert.deepEqual(readdirSync(join(scene.state, 'worktrees')), [], what);
    assert.deepEqual(
      readdirSync(scene.work).filter((name) => name.startsWith('.devs')),
      [],
      what,
    );
    const status = scene.git('status', '--porcelain');
    assert.equal(status, EXPECTED[land as keyof typeof EXPECTED], what);
  } finally {
    scene.remove();
  }
}

const EXPECTED = {
  files: ' M a.txt\n D b.txt\n?? new.txt\n?? users.txt\n',
  commit: ' M a.txt\n?? users.txt\n',
  branch: ' M a.txt\n?? users.txt\n',
};

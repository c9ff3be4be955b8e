import assert from 'node:assert/strict';
import {
  countLevels,
  summarizeSetup,
  type Check,
} from '../../../../src/model/workspace/setupReport';
import { nodeFinding } from '../../../../src/app/doctor/devsChecks';
import { folderFinding, spaceFinding } from '../../../../src/app/doctor/stateChecks';
import type { LeaseFacts } from '../../../../src/model/workspace/leaseHolder';
import type { Containment } from '../../../../src/ports/machine';
import { checkOf, diagnose, HOLDER, valid } from './diagnosing';

describe('checks of versions', () => {
  it('know a Node that is new enough from one that is not', () => {
    assert.equal(nodeFinding('20.19.0', '>=20.19').level, 'ok');
    assert.equal(nodeFinding('24.0.0', '>=20.19').level, 'ok');
    const old = nodeFinding('20.9.0', '>=20.19');
    assert.equal(old.level, 'problem');
    assert.equal(old.found, '20.9.0, but Devs needs 20.19 or newer');
  });
});

describe('the check of what ends agents’ processes', () => {
  const found = async (containment: Containment): Promise<readonly unknown[]> => {
    const machine = { containment: () => Promise.resolve(containment) };
    const check = await checkOf('processes', { machine });
    return [check.level, check.found, check.remedy];
  };

  it('says what ends with a turn, and what outlives it', async () => {
    assert.deepEqual(await found({ kind: 'adopted', by: '/usr/bin/perl' }), [
      ...['ok', 'processes that an agent starts end with its turn, with the help of /usr/bin/perl'],
      undefined,
    ]);
    assert.deepEqual(await found({ kind: 'searched' }), [
      'ok',
      'processes that an agent starts end with its turn, unless they leave its session and clear their environment',
      undefined,
    ]);
    assert.deepEqual(await found({ kind: 'descendants' }), [
      'ok',
      'processes that an agent starts end when Devs ends the agent; if the agent ends by itself, they may go on',
      undefined,
    ]);
  });

  it('names what to install where that would help', async () => {
    const [level, , remedy] = await found({ kind: 'searched', missing: ['perl', 'python3'] });
    assert.equal(level, 'warning');
    assert.equal(remedy, 'Install perl or python3, so that Devs can end these processes, too.');
  });
});

describe('checks of devs.yaml', () => {
  it('say how to get one, and look at the rest that needs none', async () => {
    const { checks } = await diagnose({ config: { kind: 'missing' } });
    const config = checks.find(({ id }) => id === 'config');
    assert.equal(config?.level, 'problem');
    assert.equal(config.found, 'there is none in /home/dev/shop');
    assert.match(config.remedy ?? '', /devs init/);
    assert.equal(checks.at(-1)?.id, 'lease');
  });

  it('tell its first mistake with its line, and how many more there are', async () => {
    const problems = Array.from({ length: 12 }, (_, index) => ({
      ...{ source: 'devs.yaml', line: index + 2 },
      message: `Unknown key "k${index}". Did you mean "tasks"?`,
    }));
    const config = await checkOf('config', { config: { kind: 'invalid', problems } });
    assert.equal(config.level, 'problem');
    assert.equal(config.found, 'line 2: Unknown key "k0" (and 11 more problems)');
    assert.equal(config.remedy, 'Did you mean "tasks"?');
    assert.deepEqual(config.fix, { kind: 'openConfig', line: 2 });
  });

  it('name the environment variable where the mistake is there', async () => {
    const problems = [{ source: 'DEVS_MAX_PIVOTS', message: 'It is "x", not a number' }];
    const { title } = await checkOf('config', { config: { kind: 'invalid', problems } });
    assert.equal(title, 'DEVS_MAX_PIVOTS');
  });

  it('warn of one without tasks', async () => {
    assert.equal((await checkOf('config', { config: valid({ tasks: [] }) })).level, 'warning');
  });
});

describe('checks of git', () => {
  const git = (workspace: 'none' | 'distrusted') => ({
    git: () => Promise.resolve({ kind: 'found', version: '2.47.0', workspace } as const),
  });

  it('say what no repository means for a rewind', async () => {
    const { level, found } = await checkOf('git', { machine: git('none') });
    assert.equal(level, 'ok');
    assert.match(found, /rewind works without git/);
  });

  it('warn of a repository that git distrusts, and of no git', async () => {
    const distrusted = await checkOf('git', { machine: git('distrusted') });
    assert.equal(distrusted.level, 'warning');
    assert.match(distrusted.remedy ?? '', /safe\.directory/);
    const missing = { git: () => Promise.resolve({ kind: 'missing' } as const) };
    assert.equal((await checkOf('git', { machine: missing })).level, 'warning');
  });
});

describe('the check of the lease', () => {
  const facts = { holder: HOLDER, epoch: 7, file: '/state/shop/lease/7' };
  const found = (lease: LeaseFacts | undefined) =>
    checkOf('lease', { state: { lease: () => Promise.resolve(lease) } });

  it('says that it is free, or who has it', async () => {
    assert.equal((await found(undefined)).found, 'free');
    const held = await found({ ...facts, place: 'here' });
    assert.equal(held.level, 'ok');
    assert.equal(
      held.found,
      'held by a terminal (pid 4711 on mill) since 2026-01-01T00:00:00.000Z',
    );
  });

  it('warns of a holder that cannot be seen, with its file and what frees the workspace', async () => {
    const lastWrite = '2026-01-01T00:04:00.000Z';
    const held = await found({ ...facts, place: 'otherContainer', lastWrite });
    assert.equal(held.level, 'warning');
    assert.equal(
      held.found,
      'held by a terminal (pid 4711 on mill) since 2026-01-01T00:00:00.000Z, last write ' +
        `${lastWrite} (/state/shop/lease/7). That process was started in another container, so Devs ` +
        'cannot see from here whether it has ended.',
    );
    assert.equal(held.remedy, 'If that process has ended, `devs unlock` frees the workspace.');
  });
});

describe('checks of the state', () => {
  const folder = { directory: '/s', exists: true };
  const use = {
    ...{ directory: '/s', database: 0, history: 0, transcripts: 0, checkpoints: 3_000_000 },
    setups: 0,
  };

  it('say where it lies, or will', () => {
    assert.deepEqual(folderFinding(folder), { level: 'ok', found: '/s' });
    assert.match(
      folderFinding({ ...folder, exists: false }).found,
      /created when the first task runs/,
    );
  });

  it('tell a directory that cannot be written', () => {
    const unwritable = 'Could not write into /s: the disk is read-only; make it writable. (EROFS)';
    const closed = folderFinding({ ...folder, unwritable });
    assert.equal(closed.level, 'problem');
    assert.equal(closed.found, 'Could not write into /s: the disk is read-only');
  });

  it('tell a disk that is nearly full, and more kept than allowed', () => {
    const space = (freeBytes: number, maxMb: number) => spaceFinding({ use, freeBytes, maxMb });
    assert.equal(space(80e9, 10).level, 'ok');
    assert.equal(space(80e9, 10).found, '3 MB of 10 MB used, 80 GB free');
    assert.equal(space(500e6, 10).level, 'warning');
    assert.equal(space(1e6, 10).level, 'problem');
    assert.deepEqual(space(80e9, 2).fix, { kind: 'clean' });
    assert.equal(space(80e9, 0).level, 'ok');
  });
});

describe('the summary', () => {
  const check = (level: Check['level']): Check => {
    return { id: 'x', group: 'Devs', title: 'x', level, found: 'x' };
  };
  const said = (...levels: Check['level'][]): string =>
    summarizeSetup({ checks: levels.map(check), interrupted: false });

  it('says what it comes to', () => {
    assert.equal(said('ok', 'ok'), 'Everything that was checked is in order.');
    assert.equal(said('ok', 'warning', 'skipped'), '1 warning; tasks can run. 1 check left out.');
    assert.equal(said('problem'), '1 problem: fix it first.');
    assert.equal(
      said('problem', 'problem', 'warning'),
      '2 problems and 1 warning: fix the problems first.',
    );
    assert.equal(summarizeSetup({ checks: [check('ok')], interrupted: true }), 'Interrupted.');
  });

  it('counts each level', () => {
    const counts = countLevels(['ok', 'ok', 'problem'].map((level) => check(level as 'ok')));
    assert.deepEqual(counts, { ok: 2, warning: 0, problem: 1, skipped: 0 });
  });
});

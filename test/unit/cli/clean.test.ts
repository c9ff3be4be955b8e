import assert from 'node:assert/strict';
import type { CleanAnswer, DiskUse } from '../../../src/app/api/answers';
import type { App } from '../../../src/app/api/app';
import { anOverview, devs, fakeApp } from './fakeApp';

const USE: DiskUse = {
  directory: '/state/shop',
  database: 400_000,
  history: 500_000,
  transcripts: 1_250_000,
  checkpoints: 10_100_000,
  setups: 0,
};
const STATE =
  'Data of Devs: 12.3 MB in /state/shop (checkpoints 10.1 MB, transcripts 1.3 MB, database and logs 900 kB)';

const WITH_SETUPS = STATE.replace('12.3', '362.3').replace(')', ', kept setups 350 MB)');

function cleaning(answer: CleanAnswer): App & { asked: unknown[] } {
  const asked: unknown[] = [];
  const clean: App['clean'] = (options) => {
    asked.push(options);
    return Promise.resolve(answer);
  };
  return { ...fakeApp(anOverview(), { clean, diskUse: () => Promise.resolve(USE) }), asked };
}

const CLEANED: CleanAnswer = {
  ok: true,
  removed: ['From inactive tasks, older than 30 days (a): 2 turns', 'Else: \u001b[2J1 kB'],
  freedBytes: 1_000,
  use: USE,
  message: 'Freed 1 kB.',
};

describe('devs clean', () => {
  it('says what it removed, what that freed and what is left', async () => {
    const app = cleaning(CLEANED);
    const { code, stdout } = await devs('clean', app);
    assert.equal(code, 0);
    assert.equal(
      stdout,
      [
        'Removed',
        '  From inactive tasks, older than 30 days (a): 2 turns',
        '  Else: 1 kB',
        '',
        'Freed 1 kB.',
        '',
        STATE,
        '',
      ].join('\n'),
    );
    assert.deepEqual(app.asked, [{ dryRun: false }]);
  });

  it('counts what setups made', async () => {
    const use = { ...USE, setups: 350_000_000 };
    const { stdout } = await devs('clean', cleaning({ ...CLEANED, use }));
    assert.ok(stdout.includes(WITH_SETUPS), stdout);
  });

  it('says with --dry-run what it would remove', async () => {
    const app = cleaning(CLEANED);
    assert.match((await devs('clean --dry-run', app)).stdout, /^Would be removed\n/);
    assert.deepEqual(app.asked, [{ dryRun: true }]);
  });

  it('says where the state is when there is nothing to do', async () => {
    const nothing = { ...CLEANED, removed: [], freedBytes: 0, message: 'Nothing to do.' };
    const { stdout } = await devs('clean', cleaning(nothing));
    assert.equal(stdout, `Nothing to do.\n\n${STATE}\n`);
  });

  it('has stable field names', async () => {
    const { stdout } = await devs('clean --dry-run --json', cleaning(CLEANED));
    assert.deepEqual(JSON.parse(stdout), {
      ok: true,
      dryRun: true,
      removed: CLEANED.removed,
      freedBytes: 1_000,
      diskUse: USE,
      message: 'Freed 1 kB.',
    });
  });

  it('prints a refusal with exit code 1', async () => {
    const refusing = cleaning({ ok: false, message: 'A terminal is at work.' });
    const { code, stdout, stderr } = await devs('clean', refusing);
    assert.deepEqual([code, stdout, stderr], [1, '', 'A terminal is at work.\n']);
  });
});

describe('devs status', () => {
  it('ends with what lies on the disk, and where', async () => {
    const { stdout } = await devs('status', cleaning(CLEANED));
    assert.ok(stdout.endsWith(`\n\n${STATE}\n`), stdout);
    const json = JSON.parse((await devs('status --json', cleaning(CLEANED))).stdout) as {
      diskUse: unknown;
    };
    assert.deepEqual(json.diskUse, USE);
  });

  it('says nothing of the disk while nothing is kept', async () => {
    assert.doesNotMatch((await devs('status')).stdout, /State:/);
  });
});

import { deepEqual, equal, ok } from 'node:assert/strict';
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { measureDiskUse } from '../../../../../src/platform/state/retention/measureDiskUse';
import { createStateFiles } from '../../../../../src/platform/state/retention/createStateFiles';

describe('the files of a state directory', () => {
  let root = '';
  let state = '';
  const put = (name: string, bytes: number): string => {
    const file = join(root, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'x'.repeat(bytes));
    return file;
  };

  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'devs-housekeeping-')));
    state = join(root, 'state');
    put('state/devs.db', 100);
    put('state/devs.db.last-good', 90);
    put('state/devs.db.damaged-2026-11-01T10-00-00Z', 7);
    put('state/history/1.seg', 30);
    put('state/checkpoints/packs/a.pack', 400);
    put('state/checkpoints/b', 1);
    put('state/transcripts/fix/turn-1.agent.log', 20);
    put('state/transcripts/fix/turn-1.verify.log', 10);
    put('state/lease/1', 3);
    put('state/events.jsonl', 5);
    put('state/events.1.jsonl', 6);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('are measured by kind', async () => {
    deepEqual(await measureDiskUse(state), {
      ...{ directory: state, database: 197, history: 41, transcripts: 30, checkpoints: 401 },
      setups: 0,
    });
  });

  it('count reports of runs with their diffs, and issues, as history', async () => {
    put('state/runs/2026-01-01T00-00-00-000.md', 1_000);
    put('state/runs/2026-01-01T00-00-00-000/fix-turn-1.diff', 200);
    put('state/issues/fix.md', 50);
    equal((await measureDiskUse(state)).history, 41 + 1_250);
  });

  it('are none where there is no directory', async () => {
    const missing = join(root, 'missing');
    deepEqual(await measureDiskUse(missing), {
      ...{ directory: missing, database: 0, history: 0, transcripts: 0, checkpoints: 0 },
      setups: 0,
    });
    const files = createStateFiles(missing);
    deepEqual([await files.listTranscripts(), await files.listSetAside()], [[], []]);
  });

  it('count once where one file has two names', async () => {
    linkSync(join(state, 'devs.db'), join(state, 'devs.db.damaged-2'));
    equal((await measureDiskUse(state)).database, 197);
  });

  it('are not looked for behind links in the directory, only behind the directory itself', async () => {
    put('elsewhere/fix/turn-9.agent.log', 5_000);
    symlinkSync(join(root, 'elsewhere'), join(state, 'transcripts', 'linked'));
    symlinkSync(join(root, 'elsewhere', 'fix', 'turn-9.agent.log'), join(state, 'devs.db.link'));
    rmSync(join(state, 'history'), { recursive: true });
    symlinkSync(join(root, 'elsewhere'), join(state, 'history'));
    symlinkSync(state, join(root, 'link'));
    const use = await measureDiskUse(join(root, 'link'));
    deepEqual([use.database, use.history, use.transcripts], [197, 11, 30]);
    equal((await createStateFiles(state).listTranscripts()).length, 2);
  });

  it('may vanish while they are measured', async () => {
    for (let count = 0; count < 500; count += 1) put(`state/checkpoints/many/${count}`, 1);
    const measuring = measureDiskUse(state);
    rmSync(join(state, 'checkpoints'), { recursive: true });
    equal((await measuring).database, 197);
  });

  it('lists transcripts with their turns, and databases that were set aside', async () => {
    put('state/transcripts/fix/notes.txt', 1);
    put('state/transcripts/stray.agent.log', 1);
    const files = createStateFiles(state);
    const listed = await files.listTranscripts();
    deepEqual(listed.map(({ name, turnId, bytes }) => [name, turnId, bytes]).sort(), [
      ['transcripts/fix/turn-1.agent.log', 'turn-1', 20],
      ['transcripts/fix/turn-1.verify.log', 'turn-1', 10],
    ]);
    deepEqual(
      (await files.listSetAside()).map(({ name, bytes }) => [name, bytes]),
      [['devs.db.damaged-2026-11-01T10-00-00Z', 7]],
    );
  });

  it('know the turn of each call of several, and remove all of them', async () => {
    const calls = ['01-planner.agent', '02-coder.agent', '03-verify.verify', 'verify'];
    for (const call of calls) put(`state/transcripts/roles/turn-1.${call}.log`, 5);
    put('state/transcripts/roles/turn-1.01-planner.02-coder.agent.log', 1);
    const files = createStateFiles(state);
    const listed = (await files.listTranscripts()).filter(({ name }) => name.includes('/roles/'));
    deepEqual(
      listed.map(({ name, turnId }) => `${name} ${turnId}`).sort(),
      calls.map((call) => `transcripts/roles/turn-1.${call}.log turn-1`),
    );
    deepEqual(await files.remove(listed.map(({ name }) => name)), { bytes: 20, problems: [] });
    deepEqual(readdirSync(join(state, 'transcripts', 'roles')), [
      'turn-1.01-planner.02-coder.agent.log',
    ]);
  });

  it('are removed by name, with the folder that becomes empty; twice is the same as once', async () => {
    const files = createStateFiles(state);
    const one = ['transcripts/fix/turn-1.agent.log'];
    deepEqual(await files.remove(one), { bytes: 20, problems: [] });
    deepEqual(await files.remove(one), { bytes: 0, problems: [] });
    deepEqual(readdirSync(join(state, 'transcripts', 'fix')), ['turn-1.verify.log']);
    await files.remove([
      'transcripts/fix/turn-1.verify.log',
      'devs.db.damaged-2026-11-01T10-00-00Z',
    ]);
    deepEqual(readdirSync(join(state, 'transcripts')), []);
    equal((await measureDiskUse(state)).database, 190);
  });

  it('counts what setups made by its note, and removes all of it', async () => {
    for (const key of ['a', 'b']) {
      put(`state/setup/${key}/list.jsonl`, 5);
      put(`state/setup/${key}/files/large`, 50);
      writeFileSync(join(state, 'setup', key, 'size.json'), '{"bytes":50}');
    }
    put('state/setup/b.1-1.half/files/large', 7);
    put('state/setup/not-kept.json', 1);
    equal((await measureDiskUse(state)).setups, 100);
    deepEqual(await createStateFiles(state).removeSetups(), { bytes: 100, problems: [] });
    ok(!existsSync(join(state, 'setup')));
    equal((await measureDiskUse(state)).setups, 0);
    deepEqual(await createStateFiles(state).removeSetups(), { bytes: 0, problems: [] });
  });

  it('lists the log of events that is full, and removes that alone', async () => {
    const files = createStateFiles(state);
    const [old, ...others] = await files.listOldEvents();
    deepEqual([old?.name, old?.bytes, others], ['events.1.jsonl', 6, []]);
    deepEqual(await files.remove(['events.jsonl', 'events.1.jsonl']), { bytes: 6, problems: [] });
    deepEqual(await files.listOldEvents(), []);
    equal(existsSync(join(state, 'events.jsonl')), true);
    symlinkSync(join(state, 'devs.db'), join(state, 'events.1.jsonl'));
    deepEqual(await files.listOldEvents(), []);
  });

  it('stay where the name is none that was listed, or a link stands on the way', async () => {
    const outside = put('elsewhere/turn-9.agent.log', 5);
    const beside = put('state/beside.agent.log', 5);
    symlinkSync(join(root, 'elsewhere'), join(state, 'transcripts', 'linked'));
    const names = [
      ...['transcripts/linked/turn-9.agent.log', 'transcripts/../beside.agent.log'],
      ...['devs.db', 'devs.db.last-good', 'history/1.seg', '/etc/passwd', '', '..'],
    ];
    deepEqual(await createStateFiles(state).remove(names), { bytes: 0, problems: [] });
    for (const file of [outside, beside, join(state, 'devs.db'), join(state, 'history', '1.seg')])
      equal(existsSync(file), true, file);
  });

  it('that cannot be removed are told', async () => {
    mkdirSync(join(state, 'transcripts/fix/turn-2.agent.log'));
    const { bytes, problems } = await createStateFiles(state).remove([
      'transcripts/fix/turn-2.agent.log',
    ]);
    deepEqual([bytes, problems.length], [0, 1]);
  });
});

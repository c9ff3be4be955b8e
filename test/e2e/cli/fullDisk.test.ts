import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { isFullScale } from '../../support/scale';
import { describeOnSmallDisk, SmallDisk } from '../../support/smallDisk';
import { until } from './devsProcess';
import { LOOPING, TestWorkspace } from './testWorkspace';

const describeAtItsScale = isFullScale ? describeOnSmallDisk : (): void => undefined;

describeAtItsScale('devs clean on a full disk', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  let disk: SmallDisk;
  beforeEach(() => {
    workspace = new TestWorkspace((folder) => path.join(folder, '..', 'disk', 'state'));
    disk = new SmallDisk(path.join(workspace.root, 'disk'), 'size=24m,nr_inodes=400');
  });
  afterEach(async () => {
    disk.unmount();
    await workspace.dispose();
  });

  const configure = (maxStateMb: number): void =>
    workspace.configure([{ ...LOOPING, megabytes: 2 }], { limits: { maxPivots: 0, maxStateMb } });

  /** Every file of the state with its content and the moment it was written. */
  function everything(): readonly string[] {
    const { stateDir } = workspace;
    return readdirSync(stateDir, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((name) => {
        const file = path.join(stateDir, name);
        const { mtimeMs, ino } = statSync(file);
        const what = statSync(file).isDirectory()
          ? ''
          : createHash('sha256').update(readFileSync(file)).digest('hex');
        return `${name} ${mtimeMs} ${ino} ${what}`;
      });
  }

  async function pausedWithTranscripts(): Promise<void> {
    configure(0);
    const { code, stderr } = await workspace.devs('run');
    assert.equal(code, 2, stderr);
    assert.ok((await transcriptBytes()) > 6_000_000);
  }

  async function transcriptBytes(): Promise<number> {
    const { stdout } = await workspace.devs('clean', '--dry-run', '--json');
    return (JSON.parse(stdout) as { diskUse: { transcripts: number } }).diskUse.transcripts;
  }

  for (const [what, fill] of [
    ['bytes', (): void => disk.fill()],
    ['inodes', (): void => disk.fillInodes()],
  ] as const) {
    it(`frees what retention does not keep when there are no ${what} left`, async () => {
      await pausedWithTranscripts();
      configure(1);
      fill();
      const { code, stdout, stderr } = await workspace.devs('clean');
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(
        stdout,
        /From unfinished tasks, to stay within 1 MB \(fix-answer\): .*transcripts/,
      );
      assert.match(stdout, /Freed 4\.\d MB\./);
      // Whatever frees the disk the next time is there again.
      fill();
      assert.equal((await workspace.devs('clean')).code, 0);
      disk.empty();
      assert.equal((await workspace.devs('rewind', 'fix-answer')).code, 0);
      assert.equal(workspace.read('answer.txt'), '0');
    });
  }

  it('tells with --dry-run what would go, and writes nothing at all', async () => {
    await pausedWithTranscripts();
    configure(1);
    for (const fill of [() => undefined, () => disk.fill()]) {
      fill();
      const before = everything();
      const { code, stdout, stderr } = await workspace.devs('clean', '--dry-run');
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, /This would free 4\.\d MB\./);
      assert.deepEqual(everything(), before);
    }
  });

  it('writes nothing with --dry-run where a run was killed', async () => {
    workspace.configure([{ hang: true }]);
    const run = workspace.start(['run']);
    await until('the agent', () => workspace.calls().length > 0);
    run.kill('SIGKILL');
    await run.ended;
    const before = everything();
    assert.equal((await workspace.devs('clean', '--dry-run')).code, 0);
    assert.deepEqual(everything(), before);
  });

  it('creates not even a folder with --dry-run', async () => {
    configure(1);
    const { code, stdout } = await workspace.devs('clean', '--dry-run');
    assert.equal(code, 0);
    assert.match(stdout, /There is nothing to clean up\./);
    assert.deepEqual(readdirSync(disk.folder), []);
  });
});

describeOnSmallDisk('devs rewind on a full disk', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  let disk: SmallDisk;
  beforeEach(() => {
    workspace = new TestWorkspace();
    disk = new SmallDisk(path.join(workspace.root, 'disk'), 'size=8m');
  });
  afterEach(async () => {
    disk.unmount();
    await workspace.dispose();
  });

  const text = (size: number): string => 'x'.repeat(size);

  /** The agent makes a file of so many bytes and shortens one that takes 200,000. */
  async function paused(made: number): Promise<void> {
    workspace.write('long.txt', text(200_000));
    const write = { ...LOOPING.write, 'long.txt': 'short', 'made.txt': text(made) };
    workspace.configure([{ ...LOOPING, write }], { limits: { maxPivots: 0 } });
    assert.equal((await workspace.devs('run')).code, 2);
  }

  /** Name → size of all that is in the project. */
  const sizes = (): Readonly<Record<string, number>> =>
    Object.fromEntries(
      readdirSync(workspace.folder).map((name) => [
        name,
        statSync(path.join(workspace.folder, name)).size,
      ]),
    );

  it('deletes first what makes the room that it needs, the state being on another disk', async () => {
    disk.hold(workspace.folder);
    await paused(400_000);
    disk.fill();
    const { code, stderr } = await workspace.devs('rewind', 'fix-answer');
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal(workspace.read('answer.txt'), '0');
    const { 'long.txt': long, 'made.txt': gone, ...others } = sizes();
    assert.deepEqual([long, gone], [200_000, undefined]);
    assert.deepEqual(Object.keys(others).sort(), ['answer.txt', 'devs.yaml', 'verify.js']);
    // What `redo` brings takes more than is free until the file that it shortens is gone.
    const rewound = sizes();
    assert.match((await workspace.devs('redo', 'fix-answer')).stderr, /No file was changed/);
    assert.deepEqual(sizes(), rewound);
    disk.empty();
    assert.equal((await workspace.devs('redo', 'fix-answer')).code, 0);
    assert.equal(sizes()['made.txt'], 400_000);
  });

  it('changes nothing where deleting would not do, says so, and goes when there is space', async () => {
    disk.hold(workspace.folder);
    await paused(10_000);
    disk.fill();
    const before = sizes();
    for (let tries = 0; tries < 2; tries += 1) {
      const { code, stdout, stderr } = await workspace.devs('rewind', 'fix-answer');
      assert.equal(code, 1, stdout);
      assert.match(stderr, /the disk is full; free some space and try again.*No file was changed/s);
      assert.deepEqual(sizes(), before);
    }
    disk.empty();
    assert.equal((await workspace.devs('rewind', 'fix-answer')).code, 0);
    assert.equal(sizes()['long.txt'], 200_000);
  });

  it('changes nothing where the state cannot be written, says so, and goes when there is space', async () => {
    disk.hold(workspace.stateDir);
    await paused(400_000);
    workspace.write('mine.txt', 'edited since, so that it has to be recorded'.repeat(5_000));
    disk.fill();
    const before = sizes();
    const { code, stderr } = await workspace.devs('rewind', 'fix-answer');
    assert.equal(code, 1);
    assert.match(stderr, /the disk is full; free some space and try again/);
    assert.deepEqual(sizes(), before);
    disk.empty();
    assert.equal((await workspace.devs('rewind', 'fix-answer')).code, 0);
    assert.deepEqual([sizes()['long.txt'], sizes()['mine.txt']], [200_000, 215_000]);
  });
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { isUnknownIn } from '../../../src/model/workspace/checkpoint';
import { asOrdinaryUser } from '../workspace/asOrdinaryUser';
import { checkpointScene, MAX_FILE_BYTES, type CheckpointScene } from './checkpointScene';

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

for (const withGit of [true, false]) {
  describe(`a recorded checkpoint ${withGit ? 'in a git repository' : 'without git'}`, () => {
    let scene: CheckpointScene;
    beforeEach(() => {
      scene = checkpointScene();
      if (withGit) scene.folder.git(['init', '-q']);
      else scene.folder.environment['PATH'] = '';
    });
    afterEach(() => scene.folder.remove());
    const at = (path: string): string => join(scene.folder.path, path);
    const record = (also: readonly string[] = []) => scene.checkpoints.record(also);
    const read = async (also: readonly string[] = []) =>
      scene.checkpoints.read((await record(also)).id);

    it('reads back as the workspace was, byte for byte', async () => {
      scene.folder.write('a.txt', 'one');
      scene.folder.write('empty', '');
      scene.folder.write('deep/er/b.bin', Buffer.from([0, 255, 10, 13, 0]));
      const { id, notes } = await record();
      const { files } = await scene.checkpoints.read(id);
      assert.deepEqual(Object.fromEntries(files), {
        'a.txt': { version: `file:644:${sha256('one')}`, size: 3, stored: true },
        empty: { version: `file:644:${sha256('')}`, size: 0, stored: true },
        'deep/er/b.bin': {
          version: `file:644:${sha256(Buffer.from([0, 255, 10, 13, 0]))}`,
          size: 5,
          stored: true,
        },
      });
      const bytes = await scene.another().content(id, 'deep/er/b.bin');
      assert.deepEqual(Buffer.from(bytes!), Buffer.from([0, 255, 10, 13, 0]));
      assert.equal(await scene.checkpoints.content(id, 'missing'), undefined);
      assert.deepEqual(notes, []);
    });

    it('is what a look sees, and a look keeps nothing', async () => {
      scene.folder.write('.gitignore', 'out/\n');
      scene.folder.write('out/x', '');
      scene.folder.write('a', 'a');
      const seen = await scene.checkpoints.readWorkspace();
      assert.ok(!existsSync(scene.store));
      const { id } = await record();
      const kept = await scene.checkpoints.read(id);
      assert.deepEqual(
        { files: kept.files, unknown: kept.unknown },
        { files: seen.files, unknown: seen.unknown },
      );
      assert.equal(Buffer.from((await scene.checkpoints.content(id, 'a'))!).toString(), 'a');
    });

    it('has equal ids for equal workspaces, and others for others', async () => {
      scene.folder.write('a', 'one');
      const first = await record();
      scene.folder.write('a', 'two');
      const second = await record();
      scene.folder.write('a', 'one');
      const third = await scene.another().record();
      assert.equal(third.id, first.id);
      assert.notEqual(second.id, first.id);
      assert.equal(third.addedBytes, 0);
    });

    it('keeps each content once: a rename, a copy and going back add next to nothing', async () => {
      const noise = execFileSync(process.execPath, [
        ...['-p', 'require("node:crypto").randomBytes(30000).toString("base64")'],
      ]);
      scene.folder.write('a', noise);
      assert.ok((await record()).addedBytes > 25_000);
      scene.folder.write('copy', noise);
      scene.folder.write('deep/er/copy', noise);
      assert.ok((await record()).addedBytes < 2_000);
      renameSync(at('a'), at('b'));
      assert.ok((await record()).addedBytes < 2_000);
      renameSync(at('b'), at('a'));
      rmSync(at('copy'));
      rmSync(at('deep'), { recursive: true });
      assert.equal((await record()).addedBytes, 0);
    });

    it('has all permission bits and tells executable files', async () => {
      const file = scene.folder.write('run.sh', '');
      const versions: string[] = [];
      for (const mode of [0o755, 0o644, 0o600, 0o444, 0o1775]) {
        chmodSync(file, mode);
        versions.push((await read()).files.get('run.sh')!.version.slice(0, -65));
      }
      assert.deepEqual(versions, ['file:755', 'file:644', 'file:600', 'file:444', 'file:1775']);
    });

    it('keeps links as links: dangling, to folders, out of the workspace', async () => {
      writeFileSync(at('../secret.txt'), 'not ours');
      scene.folder.write('dir/a', '');
      symlinkSync('../secret.txt', at('out'));
      symlinkSync('dir', at('folder'));
      symlinkSync('nowhere', at('dangling'));
      symlinkSync('/', at('everything'));
      const { id } = await record();
      const { files } = await scene.checkpoints.read(id);
      assert.deepEqual([...files.keys()].sort(), [
        ...['dangling', 'dir/a', 'everything', 'folder', 'out'],
      ]);
      assert.deepEqual(files.get('out'), {
        version: `link:${sha256('../secret.txt')}`,
        size: 13,
        stored: true,
      });
      assert.equal((await scene.contents(id))['dangling'], 'nowhere');
    });

    it('keeps odd names: newline, quotes, backslash, leading dash, unicode', async () => {
      const names = ['new\nline', 'qu"ote', "it's", 'back\\slash', '-rf', 'übung – 試験', ' lead'];
      for (const name of names) scene.folder.write(`ö ${name}/${name}`, name);
      const { id } = await record();
      const expected = Object.fromEntries(names.map((name) => [`ö ${name}/${name}`, name]));
      assert.deepEqual(await scene.contents(id), expected);
    });

    it('keeps names that are no UTF-8 byte for byte', async () => {
      const bytes = Buffer.concat([Buffer.from(at('ü/caf')), Buffer.from([0xe9])]);
      scene.folder.write('ü/a', 'plain');
      writeFileSync(bytes, 'coffee');
      const { id } = await record();
      const path = '\\xC3\\xBC/caf\\xE9';
      assert.deepEqual(await scene.contents(id), { 'ü/a': 'plain', [path]: 'coffee' });
      assert.equal((await record([path])).id, id);
      writeFileSync(bytes, 'tea');
      assert.equal((await scene.contents((await record()).id))[path], 'tea');
    });

    it('only notes a large file, and says so', async () => {
      scene.folder.write('big.bin', Buffer.alloc(MAX_FILE_BYTES + 1));
      scene.folder.write('fits.bin', Buffer.alloc(MAX_FILE_BYTES, 1));
      const { id, notes, addedBytes } = await record();
      const { files } = await scene.checkpoints.read(id);
      assert.deepEqual(files.get('big.bin'), {
        version: `file:644:${sha256(Buffer.alloc(MAX_FILE_BYTES + 1))}`,
        size: MAX_FILE_BYTES + 1,
        stored: false,
      });
      assert.equal(files.get('fits.bin')?.stored, true);
      assert.equal(await scene.checkpoints.content(id, 'big.bin'), undefined);
      assert.deepEqual(notes, ['big.bin (100 kB) is larger than 100 kB: its content is not kept.']);
      assert.ok(addedBytes < 5_000);
      assert.equal((await record()).id, id);
    });

    it('marks an unreadable file instead of failing, and knows nothing of an unreadable folder', async () => {
      chmodSync(scene.folder.write('a', 'a'), 0);
      scene.folder.write('closed/b', 'b');
      chmodSync(at('closed'), 0);
      if (withGit && process.getuid?.() === 0)
        for (const path of ['.', '.git', '.git/objects']) chownSync(at(path), 65534, 65534);
      const state = await asOrdinaryUser(() => scene.checkpoints.readWorkspace());
      chmodSync(at('closed'), 0o755);
      assert.deepEqual(state.files.get('a'), { version: 'unreadable', size: 0, stored: false });
      assert.ok(state.unknown.has('closed/'));
      assert.ok(isUnknownIn(state, 'closed/b'));
    });

    it('neither waits for pipes and sockets nor opens them', async () => {
      scene.folder.write('a', '');
      execFileSync('mkfifo', [at('pipe')], { env: process.env });
      const server = createServer();
      await new Promise<void>((done) => server.listen(at('socket'), done));
      try {
        const { id, notes } = await record(['pipe', 'socket']);
        const { files } = await scene.checkpoints.read(id);
        assert.equal(files.get('pipe')?.version, 'special:pipe');
        assert.equal(files.get('pipe')?.stored, false);
        assert.equal(files.get('socket')?.version, 'special:socket');
        assert.deepEqual(notes, [
          'pipe is a pipe: it is not kept.',
          'socket is a socket: it is not kept.',
        ]);
      } finally {
        await new Promise((done) => server.close(done));
      }
    });

    it('leaves ignored files alone: never kept, never read, and said to be unknown', async () => {
      scene.folder.write('.gitignore', 'dist/\n*.secret\n');
      scene.folder.write('dist/deep/out.js', 'IGNORED-CONTENT-1');
      scene.folder.write('key.secret', 'IGNORED-CONTENT-2');
      scene.folder.write('logs/only.secret', 'IGNORED-CONTENT-3');
      scene.folder.write('a', 'a');
      const state = await read();
      assert.deepEqual([...state.files.keys()].sort(), ['.gitignore', 'a']);
      const unknown = [...state.unknown].filter((path) => path !== '.git/').sort();
      assert.deepEqual(unknown, ['dist/', 'key.secret', 'logs/only.secret']);
      assert.ok(isUnknownIn(state, 'dist/deep/out.js'));
      assert.ok(!isUnknownIn(state, 'logs/new.txt'));
      const ignored = await scene.checkpoints.content((await record()).id, 'key.secret');
      assert.equal(ignored, undefined);
    });

    it('does not take a formerly ignored file for a new one when the agent changes .gitignore', async () => {
      scene.folder.write('.gitignore', '.env\ndata/\n');
      scene.folder.write('.env', 'SECRET=1');
      scene.folder.write('data/set.csv', '1,2');
      const before = await read();
      scene.folder.write('.gitignore', '');
      const after = await read();
      for (const path of ['.env', 'data/set.csv']) {
        assert.ok(after.files.has(path));
        assert.ok(isUnknownIn(before, path), path);
      }
    });

    it('looks at paths that are ignored by now when it is asked to', async () => {
      scene.folder.write('.gitignore', 'out/\n');
      scene.folder.write('out/a', 'a');
      scene.folder.write('out/b', 'b');
      const state = await read([
        'out/a',
        'out/gone',
        '../outside',
        '/etc/passwd',
        'a//b',
        '.git/HEAD',
      ]);
      assert.deepEqual([...state.files.keys()].sort(), ['.gitignore', 'out/a']);
      assert.ok(isUnknownIn(state, 'out/b'));
      assert.ok(!isUnknownIn(state, 'out/a'));
    });

    it('never looks through a linked folder, not even for a path that it is asked for', async () => {
      writeFileSync(at('../secret.txt'), 'not ours');
      symlinkSync('..', at('up'));
      const state = await read(['up/secret.txt']);
      assert.deepEqual([...state.files.keys()], ['up']);
    });

    it('is of the workspace alone: no state folder, no folder of a restore', async () => {
      scene.folder.write('a', 'a');
      scene.folder.write('.devs-rewind-1/a', 'staged');
      // One for each disk that is mounted below the workspace.
      scene.folder.write('sub/.devs-rewind-0b5d2c3e-6f47-4a1b-9c8d-0123456789ab/a', 'staged');
      scene.folder.write('sub/.devs-rewind-1/a', 'a folder of somebody else');
      scene.folder.write('sub/.devs-rewind-0b5d2c3e/a', 'another one');
      const inside = scene.another({ stateDir: at('.state') });
      const first = await inside.record();
      const second = await inside.record();
      const { files, unknown } = await inside.read(second.id);
      assert.deepEqual([...files.keys()].sort(), [
        'a',
        'sub/.devs-rewind-0b5d2c3e/a',
        'sub/.devs-rewind-1/a',
      ]);
      assert.ok(unknown.has('.state/'));
      assert.equal(first.id, second.id);
    });

    it('holds nothing that is called .git, in any case', async () => {
      scene.folder.write('.GIT/config', '[core]');
      scene.folder.write('sub/.Git', 'gitdir: elsewhere');
      scene.folder.write('sub/.gitmodules', '');
      scene.folder.write('sub/git', '');
      const state = await read();
      assert.deepEqual([...state.files.keys()].sort(), ['sub/.gitmodules', 'sub/git']);
      assert.ok(isUnknownIn(state, '.GIT/config'));
      assert.ok(isUnknownIn(state, 'sub/.Git'));
    });

    it('counts what was really read when a file changes while it is read', async () => {
      const file = scene.folder.write('a', 'x'.repeat(50_000));
      let round = 0;
      const writing = setInterval(() => {
        round += 1;
        writeFileSync(file, String(round % 10).repeat(40_000 + (round % 7) * 1_000));
      }, 0);
      try {
        for (let recorded = 0; recorded < 15; recorded += 1) {
          const { id } = await record();
          const entry = (await scene.checkpoints.read(id)).files.get('a')!;
          const content = Buffer.from((await scene.checkpoints.content(id, 'a'))!);
          assert.equal(entry.version, `file:644:${sha256(content)}`);
          assert.equal(entry.size, content.length);
        }
      } finally {
        clearInterval(writing);
      }
      assert.ok(round > 15);
    });

    it('is private to the user', async () => {
      scene.folder.write('a', 'a');
      await record();
      assert.equal(statSync(scene.store).mode & 0o777, 0o700);
      for (const name of readdirSync(scene.store))
        assert.equal(statSync(join(scene.store, name)).mode & 0o777, 0o600);
    });

    it('adds little for one change in a folder of thousands of files', async () => {
      for (let number = 0; number < 3_000; number += 1)
        scene.folder.write(`flat/file-${number}.txt`, String(number));
      await record();
      scene.folder.write('flat/file-1234.txt', 'changed');
      assert.ok((await record()).addedBytes < 20_000);
    });
  });
}

describe('a checkpoint of a home folder', () => {
  let scene: CheckpointScene;
  beforeEach(() => (scene = checkpointScene()));
  afterEach(() => scene.folder.remove());

  it('is refused, with the reason and what to do, also by way of a link', async () => {
    const link = join(scene.folder.path, '..', 'link');
    symlinkSync(scene.folder.path, link);
    const environment = { ...scene.folder.environment, HOME: link };
    const checkpoints = scene.another({ environment });
    const refusal = await checkpoints.findRefusal();
    assert.match(refusal ?? '', /it is your home folder.*Open the folder of one project instead\./);
    await assert.rejects(checkpoints.record(), { name: 'StateError', message: refusal! });
    await assert.rejects(checkpoints.readWorkspace(), { name: 'StateError' });
    assert.ok(!existsSync(scene.store));
  });

  it('is refused for a folder that contains it and for the root, not for one inside', async () => {
    const environment = { ...scene.folder.environment, HOME: join(scene.folder.path, 'me') };
    assert.match((await scene.another({ environment }).findRefusal()) ?? '', /lies in it/);
    assert.match(
      (await scene.another({ workspaceDir: '/' }).findRefusal()) ?? '',
      /root of a file system/,
    );
    assert.equal(await scene.checkpoints.findRefusal(), undefined);
  });

  it('says which workspace is gone', async () => {
    rmSync(scene.folder.path, { recursive: true });
    await assert.rejects(scene.checkpoints.record(), (error: Error) => {
      assert.equal(error.name, 'StateError');
      return error.message.includes(scene.folder.path);
    });
  });

  it('has a private copy that nobody can change by changing the file', async () => {
    const file = scene.folder.write('a', 'one');
    const { id } = await scene.checkpoints.record();
    writeFileSync(file, 'two');
    assert.deepEqual(await scene.contents(id), { a: 'one' });
    assert.equal(readFileSync(file, 'utf8'), 'two');
  });
});

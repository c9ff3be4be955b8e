import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describeAtFullScale } from '../../support/scale';
import { LOOPING, TestWorkspace } from './testWorkspace';

/** Paths that nobody may read before the run, with their modes. */
const CLOSED = { closed: 0o000, 'secret.txt': 0o000, 'unlisted/x.txt': 0o000, entered: 0o644 };
const OPEN = { closed: 0o755, 'secret.txt': 0o644, 'unlisted/x.txt': 0o644, entered: 0o755 };

// Windows has no such modes.
(process.platform === 'win32' ? (): void => undefined : describeAtFullScale)(
  'devs as an ordinary user, with files and folders that may not be read',
  function () {
    this.timeout(120_000);
    let workspace: TestWorkspace;
    beforeEach(() => {
      workspace = new TestWorkspace();
      for (const folder of ['closed', 'unlisted', 'entered', 'later'])
        mkdirSync(path.join(workspace.folder, folder));
      for (const file of ['closed/in.txt', 'secret.txt', 'unlisted/x.txt', 'entered/y.txt'])
        workspace.write(file, `the user's ${file}`);
      workspace.write('later/z.txt', "the user's later/z.txt");
      workspace.write('later.txt', "the user's later.txt");
    });
    afterEach(async () => {
      setModes({ ...OPEN, later: 0o755 });
      await workspace.dispose();
    });

    function setModes(modes: Readonly<Record<string, number>>): void {
      for (const [file, mode] of Object.entries(modes))
        chmodSync(path.join(workspace.folder, file), mode);
    }

    /** Mode and content of all that is the user's. */
    function theirs(): readonly string[] {
      return readdirSync(workspace.folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => !/^(?:\.git|answer\.txt|made\.txt|devs\.yaml)/.test(name))
        .sort()
        .map((name) => {
          const file = path.join(workspace.folder, name);
          const stats = lstatSync(file);
          const text = stats.isFile() ? readFileSync(file, 'utf8') : '';
          return `${name} ${(stats.mode & 0o777).toString(8)} ${text}`;
        });
    }

    /** Looks as root does, or after opening what is closed. */
    function looked(): readonly string[] {
      const modes = Object.keys(CLOSED).map(
        (file) => [file, lstatSync(path.join(workspace.folder, file)).mode & 0o777] as const,
      );
      setModes(OPEN);
      const found = theirs();
      setModes(Object.fromEntries(modes));
      return found;
    }

    async function ok(...args: readonly string[]): Promise<string> {
      const { code, stdout, stderr } = await workspace.devs(...args);
      assert.deepEqual([args, code, stderr], [args, 0, '']);
      return stdout;
    }

    for (const withGit of [true, false]) {
      const where = withGit ? 'in a repository' : 'without git';

      it(`runs, says what it could not read, and goes back and forth ${where}`, async () => {
        if (withGit) execFileSync('git', ['init', '-q'], { cwd: workspace.folder });
        const made = { ...LOOPING.write, 'made.txt': 'made' };
        workspace.configure([{ ...LOOPING, write: made }], { limits: { maxPivots: 0 } });
        workspace.startAsOrdinaryUser();
        setModes(CLOSED);
        const before = looked();
        const run = await workspace.devs('run');
        assert.equal(run.code, 2, run.stderr);
        for (const file of ['closed', 'entered/y.txt', 'secret.txt', 'unlisted/x.txt'])
          assert.ok(run.stderr.includes(`${file} cannot be read: it is not kept.\n`), run.stderr);
        await ok('doctor');
        await ok('clean');
        for (let i = 0; i < 2; i += 1) {
          await ok('rewind', 'fix-answer');
          assert.deepEqual([workspace.read('answer.txt'), looked()], ['0', before]);
          await ok('redo', 'fix-answer');
          assert.deepEqual([workspace.read('answer.txt'), looked()], ['41', before]);
        }
      });

      it(`loses nothing when the agent opens and closes some of them ${where}`, async () => {
        if (withGit) execFileSync('git', ['init', '-q'], { cwd: workspace.folder });
        const chmod = { ...OPEN, later: 0o000, 'later.txt': 0o000 };
        workspace.configure([{ ...LOOPING, chmod }], { limits: { maxPivots: 0 } });
        workspace.startAsOrdinaryUser();
        setModes(CLOSED);
        assert.equal((await workspace.devs('run')).code, 2);
        setModes({ later: 0o755, 'later.txt': 0o644 });
        const texts = looked();
        setModes({ later: 0o000, 'later.txt': 0o000 });
        for (const args of [
          ['rewind', 'fix-answer', '--all'],
          ['redo', 'fix-answer'],
        ]) {
          const told = await ok(...args);
          if (args[0] === 'rewind') {
            for (const file of ['closed/in.txt', 'entered/y.txt', 'later/z.txt', 'secret.txt'])
              assert.match(told, new RegExp(`^ {2}keep +${file} `, 'm'));
          }
          setModes({ later: 0o755, 'later.txt': 0o644 });
          assert.deepEqual(looked(), texts);
          setModes({ later: 0o000, 'later.txt': 0o000 });
        }
        // The user opens them: what could not be read does not count as made since.
        setModes({ later: 0o755, 'later.txt': 0o644 });
        await ok('rewind', 'fix-answer', '--all');
        assert.deepEqual([workspace.read('answer.txt'), looked()], ['0', texts]);
      });
    }
  },
);

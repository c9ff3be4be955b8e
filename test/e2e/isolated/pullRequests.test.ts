import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createApp } from '../../../src/app/createApp';
import { runCli } from '../../../src/cli/cli';
import { findProgram } from '../../../src/platform/workspace/findProgram';
import { ScriptedGh, type GhAnswer, type GhCall } from '../../support/scriptedGh';
import { FakeHost } from '../../unit/cli/fakeApp';
import { IsolatedScene } from './isolatedScene';

const REPOSITORY = '--json=nameWithOwner';
const HEAD = '--head=devs/fix';
const ADDRESS = 'https://github.com/acme/shop/pull/7';
const ANSWERS = {
  [REPOSITORY]: { stdout: '{"nameWithOwner":"acme/shop"}' },
  [HEAD]: { stdout: `${ADDRESS}\n` },
};

describe('devs pr', () => {
  let scene: IsolatedScene;
  let remote: string;
  beforeEach(async () => {
    scene = new IsolatedScene({ config: ['land: branch'] });
    remote = join(scene.base, 'acme/shop.git');
    mkdirSync(join(scene.base, 'acme'));
    execFileSync('git', ['init', '-q', '--bare', remote]);
    scene.git('remote', 'add', 'origin', remote);
    scene.git('push', '-q', '-u', 'origin', 'main');
    scene.agent(1, `write('a.txt', 'ONE\\n')`);
    await scene.run();
  });
  afterEach(() => scene.remove());

  const ghWith = (answers: Readonly<Record<string, GhAnswer>> = ANSWERS): ScriptedGh =>
    new ScriptedGh(join(scene.base, 'bin'), answers);
  /** Runs `devs` with the real app; `typed`: what a human at a terminal types. */
  const devs = async (path: string, argv: readonly string[], typed?: string) => {
    const environment = { ...scene.environment, PATH: path };
    const app = createApp({
      ...{ workspaceDir: scene.work, who: 'terminal', environment, settings: {} },
      assetsDir: join(process.cwd(), 'dist'),
    });
    const host = new FakeHost(argv, app, typed !== undefined);
    host.folder = scene.work;
    if (typed !== undefined) host.stdin.write(typed);
    const code = await runCli(host);
    return { code, out: host.stdout.text, err: host.stderr.text };
  };
  const pr = (gh: ScriptedGh, ...options: readonly string[]) =>
    devs(pathWith(gh), ['pr', 'fix', ...options]);
  const pathWith = ({ environment }: ScriptedGh): string =>
    [environment['PATH'], process.env['PATH']].join(delimiter);
  const pushed = (): string =>
    execFileSync('git', ['for-each-ref', '--format=%(refname:short)', 'refs/heads/devs'], {
      ...{ cwd: remote, encoding: 'utf8' },
    });
  const created = (gh: ScriptedGh): GhCall | undefined =>
    gh.calls().find(({ args }) => args[0] === 'pr');
  const refusal = async (answers: Readonly<Record<string, GhAnswer>>): Promise<string> => {
    const { code, err } = await pr(ghWith(answers), '--yes');
    assert.equal(code, 1, err);
    return err;
  };

  it('pushes the branch, creates the pull request from the task, and keeps its address', async () => {
    const gh = ghWith();
    const first = await pr(gh, '--yes');
    assert.deepEqual(first, {
      code: 0,
      out: `Created the pull request of fix: ${ADDRESS}\n`,
      err: '',
    });
    assert.equal(pushed(), 'devs/fix\n');
    assert.deepEqual(created(gh)?.args, [
      ...['pr', 'create', HEAD, '--base=main', '--title=fix'],
      '--body=Change it.\n\n---\n\nThe agent script did the task `fix` in 1 turn. Verification passed.\n',
    ]);
    const again = await pr(gh);
    assert.equal(again.out, `fix already has a pull request: ${ADDRESS}\n`);
    assert.equal(gh.calls().filter(({ args }) => args[0] === 'pr').length, 1);
    assert.match(
      (await devs(pathWith(gh), ['status', 'fix'])).out,
      /branch devs\/fix, pull request h/,
    );
  });

  it('keeps the address while another process holds the lease, too', async () => {
    scene.agent(
      2,
      `const sleeper = new Int32Array(new SharedArrayBuffer(4));
       while (!fs.existsSync(path.join(steps, 'go'))) Atomics.wait(sleeper, 0, 0, 10);
       write('a.txt', 'TWO\\n')`,
    );
    writeFileSync(
      join(scene.work, 'devs.yaml'),
      scene.read('devs.yaml')?.replace('tasks:', 'tasks:\n  - { id: more, goal: More. }') ?? '',
    );
    const working = new Promise<void>((done) => {
      scene.started = done;
    });
    const { ended } = scene.start();
    await working;
    const { out, err } = await pr(ghWith(), '--yes');
    writeFileSync(join(scene.environment.STEPS, 'go'), '');
    assert.equal(out, `Created the pull request of fix: ${ADDRESS}\n`, err);
    await ended;
    const fix = (await scene.app().overview()).tasks.find(({ id }) => id === 'fix');
    assert.deepEqual(fix?.branch, { name: 'devs/fix', pullRequest: ADDRESS });
  });

  it('prints the commands and changes nothing with --dry-run', async () => {
    const gh = ghWith();
    const { code, out } = await pr(gh, '--dry-run');
    assert.equal(code, 0);
    assert.match(
      out,
      /^git push origin refs\/heads\/devs\/fix\ngh pr create --head=devs\/fix --base=main/m,
    );
    assert.match(out, /Nothing was pushed or created\.\n$/);
    assert.deepEqual([pushed(), created(gh)], ['', undefined]);
  });

  it('asks before it pushes, and pushes nothing without an answer', async () => {
    const gh = ghWith();
    const piped = await pr(gh);
    assert.equal(piped.code, 1);
    assert.match(piped.err, /`devs pr fix --yes` pushes without asking/);
    const declined = await devs(pathWith(gh), ['pr', 'fix'], 'n\n');
    assert.match(declined.out, /Push devs\/fix to origin and create the pull request\? \[y\/N\]/);
    assert.deepEqual([pushed(), created(gh)], ['', undefined]);
    const agreed = await devs(pathWith(gh), ['pr', 'fix'], 'y\n');
    assert.ok(agreed.out.includes(`Created the pull request of fix: ${ADDRESS}\n`), agreed.out);
    assert.equal(pushed(), 'devs/fix\n');
  });

  it('does not ask where the branch is pushed already', async () => {
    scene.git('push', '-q', 'origin', 'devs/fix');
    assert.equal((await pr(ghWith())).out, `Created the pull request of fix: ${ADDRESS}\n`);
  });

  it('pushes the branch where a tag has its name, here and there, as the shown command does', async () => {
    const branch = scene.git('rev-parse', 'refs/heads/devs/fix');
    scene.git('tag', 'devs/fix', 'main');
    scene.git('push', '-q', 'origin', 'refs/tags/devs/fix');
    const { out } = await pr(ghWith(), '--dry-run');
    const [, ...shown] = /^git push .*$/m.exec(out)?.[0].split(' ') ?? [];
    scene.git(...shown, '--dry-run');
    const { code, err } = await pr(ghWith(), '--yes');
    assert.equal(code, 0, err);
    const there = (ref: string): string =>
      execFileSync('git', ['rev-parse', ref], { cwd: remote, encoding: 'utf8' }).trim();
    assert.equal(there('refs/heads/devs/fix'), branch.trim());
    assert.equal(there('refs/tags/devs/fix'), scene.git('rev-parse', 'main').trim());
  });

  it('names a pull request that is there already', async () => {
    const stderr = `a pull request for branch "devs/fix" into branch "main" already exists:\n${ADDRESS}\n`;
    const gh = ghWith({ ...ANSWERS, [HEAD]: { stderr, code: 1 } });
    const { code, out } = await pr(gh, '--yes');
    assert.deepEqual([code, out], [0, `fix already has a pull request: ${ADDRESS}\n`]);
  });

  it('says what gh lacks, and how it goes by hand, before anything is pushed', async () => {
    const login = { stderr: 'To get started, please run:  gh auth login\n', code: 4 };
    assert.match(
      await refusal({ [REPOSITORY]: login }),
      /not logged in to GitHub: run `gh auth login`/,
    );
    const stderr = 'none of the git remotes configured for this repository point to a known host\n';
    assert.match(
      await refusal({ [REPOSITORY]: { stderr, code: 1 } }),
      /git push origin refs\/heads\/devs\/fix\ngh pr create[^]*no git remote of the workspace is a repository on GitHub/,
    );
    const bin = join(scene.base, 'only-git');
    mkdirSync(bin);
    symlinkSync(findProgram('git', { environment: process.env }) ?? '', join(bin, 'git'));
    const without = await devs(bin, ['pr', 'fix', '--yes']);
    assert.match(
      without.err,
      /git push origin refs\/heads\/devs\/fix[^]*`gh` is not on PATH: install it/,
    );
    assert.equal(pushed(), '');
  });

  it('gives the words of git where the push is refused, and of gh after it', async () => {
    const hook = join(scene.work, '.git/hooks/pre-push');
    writeFileSync(hook, '#!/bin/sh\necho "remote: large file" >&2\nexit 1\n');
    chmodSync(hook, 0o755);
    assert.match(
      await refusal(ANSWERS),
      /git could not push the branch: large file; failed to push/,
    );
    assert.equal(pushed(), '');
    chmodSync(hook, 0o644);
    const stderr = 'pull request create failed: GraphQL: No commits between main and devs/fix\n';
    assert.match(
      await refusal({ ...ANSWERS, [HEAD]: { stderr, code: 1 } }),
      /could not be created: pull request create failed: GraphQL: No commits between main/,
    );
    assert.equal(pushed(), 'devs/fix\n');
  });

  it('does not replace other commits on the branch there', async () => {
    scene.git('push', '-q', 'origin', 'main:devs/fix');
    scene.git('commit', '-q', '--allow-empty', '-m', 'other');
    scene.git('push', '-q', '-f', 'origin', 'main:devs/fix');
    assert.match(
      await refusal(ANSWERS),
      /git could not push the branch: .*rejected.*non-fast-forward/,
    );
  });

  it('pushes to the remote that git is told, and names the owner of a fork', async () => {
    const fork = join(scene.base, 'ada/shop.git');
    execFileSync('git', ['init', '-q', '--bare', fork]);
    scene.git('remote', 'add', 'mine', fork);
    scene.git('config', 'remote.pushDefault', 'mine');
    const gh = ghWith({ ...ANSWERS, '--head=ada:devs/fix': { stdout: `${ADDRESS}\n` } });
    assert.equal((await pr(gh, '--yes')).code, 0);
    assert.deepEqual(created(gh)?.args.slice(2, 4), ['--head=ada:devs/fix', '--base=main']);
    assert.equal(pushed(), '');
  });

  it('leaves paths of this machine and secrets out of the text', async () => {
    scene.agent(2, `write('a.txt', 'TWO\\n')`);
    scene.verification(
      2,
      `console.log(process.cwd() + '/a.txt: token=abcdef123456'); process.exit(1)`,
    );
    scene.agent(3, `write('a.txt', 'THREE\\n')`);
    await scene.app().retry('fix');
    await scene.run();
    const { out } = await pr(ghWith(), '--dry-run');
    assert.match(out, /\| Turn \| Outcome \| Reason \|/);
    assert.ok(!/abcdef123456/.test(out), out);
    const said = out.replace(/^devs\/fix into.*$/m, '');
    assert.ok(!said.includes(scene.base), said);
  });

  it('refuses a task that has no branch', async () => {
    scene.git('branch', '-q', '-D', 'devs/fix');
    assert.match(await refusal(ANSWERS), /There is no branch devs\/fix any more/);
    const other = await devs(pathWith(ghWith()), ['pr', 'nothing']);
    assert.match(other.err, /There is no task "nothing"/);
  });
});

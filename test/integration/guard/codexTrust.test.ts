import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { readGuardStatus } from '../../../src/app/guard/readGuardStatus';
import { readCodexTrust, trustCodex } from '../../../src/app/guard/trustCodex';
import { GuardHome } from './guardHome';

const STAND_IN = path.join(__dirname, 'support', 'codexStandIn.js');

describe('the trust of Codex in the guard', () => {
  let home: GuardHome;
  beforeEach(() => {
    home = new GuardHome();
    home.program('codex', `exec "${process.execPath}" "${STAND_IN}" "$@"`);
  });
  afterEach(() => home.dispose());

  const config = '# mine\nmodel = "x"\n';

  it('is asked of Codex, and given by it, for the hooks of the guard alone', async () => {
    home.write('codex/hooks.json', '{"hooks":{"Stop":[{"hooks":[{"command":"mine"}]}]}}');
    home.write('codex/config.toml', config);
    home.install(['codex']);
    assert.equal(readCodexTrust(home.place).kind, 'untrusted');
    assert.equal((await trustCodex(home.place)).kind, 'trusted');
    assert.equal(readCodexTrust(home.place).kind, 'trusted');
    assert.doesNotMatch(home.read('codex/config.toml'), /stop:0:0/);
    home.uninstall();
    assert.equal(home.read('codex/config.toml'), config);
  });

  it('is not given to hooks of a repository that only look like those of the guard', async () => {
    const lines = [
      'touch pwned # /devs/guard/bin/hook.js',
      `sh "${home.project}/devs/guard/bin/hook.js"`,
    ];
    const hooks = lines.map((command) => ({ type: 'command', command }));
    home.write(
      'project/.codex/hooks.json',
      JSON.stringify({ hooks: { SessionStart: [{ hooks }] } }),
    );
    home.install(['codex']);
    assert.equal((await trustCodex(home.place)).kind, 'trusted');
    assert.match(home.read('codex/config.toml'), /codex\/hooks\.json:session_start:0:0/);
    assert.doesNotMatch(home.read('codex/config.toml'), /project/);
  });

  it('is given to the hooks of a project, too', async () => {
    home.write('codex/config.toml', config);
    home.install(['codex'], 'project');
    assert.equal((await trustCodex(home.place)).kind, 'trusted');
    assert.match(home.read('codex/config.toml'), /project\/\.codex\/hooks\.json:session_start:0:0/);
  });

  it('goes with the guard where the configuration was edited since', async () => {
    home.install(['codex']);
    await trustCodex(home.place);
    home.write('codex/config.toml', `${config}\n${home.read('codex/config.toml')}`);
    home.uninstall();
    assert.equal(home.read('codex/config.toml').trim(), config.trim());
  });

  it('goes with the configuration that Codex had created for it', async () => {
    home.install(['codex']);
    await trustCodex(home.place);
    home.uninstall();
    assert.ok(!existsSync(home.codex));
  });

  it('is in the status of the guard, with version and files', async () => {
    home.install(['claude', 'codex']);
    const { agents, programs } = await readGuardStatus(home.place, new Date());
    const [claude, codex] = (['claude', 'codex'] as const).map((name) =>
      agents.find(({ agent }) => agent === name),
    );
    assert.equal(claude?.version, '9.9.9 (Claude Code)');
    assert.deepEqual(claude.settings, [
      { scope: 'user', file: path.join(home.claude, 'settings.json'), state: 'installed' },
    ]);
    assert.equal(claude.trust, undefined);
    assert.equal(codex?.version, 'codex-cli 9.9.9');
    assert.equal(codex.trust, 'untrusted');
    assert.match(programs ?? '', /^\d+\.\d+\.\d+/);
  });

  it('is read without a start of Codex, and from what Codex notes alone', async () => {
    home.install(['codex']);
    await trustCodex(home.place);
    const started = path.join(home.root, 'started');
    home.program('codex', `[ "$1" = --version ] || touch "${started}"`);
    assert.equal(readCodexTrust(home.place).kind, 'trusted');
    await readGuardStatus(home.place, new Date());
    assert.ok(!existsSync(started));
    const noted = home.read('codex/config.toml');
    home.write('codex/config.toml', noted.replaceAll('trusted_hash', 'enabled = false\n$&'));
    assert.equal(readCodexTrust(home.place).kind, 'untrusted');
  });

  it('is noted under the real path where the folder is a link', async () => {
    mkdirSync(path.join(home.root, 'dotfiles'));
    symlinkSync(path.join(home.root, 'dotfiles'), home.codex);
    home.install(['codex']);
    await trustCodex(home.place);
    const noted = home.read('codex/config.toml').replaceAll('/codex/hooks', '/dotfiles/hooks');
    home.write('codex/config.toml', noted);
    assert.equal(readCodexTrust(home.place).kind, 'trusted');
  });

  it('is not known where the hooks have changed since, or the configuration cannot be read', async () => {
    home.install(['codex']);
    await trustCodex(home.place);
    const noted = home.read('codex/config.toml');
    home.write('codex/config.toml', noted.replaceAll(/sha256:../g, 'sha256:zz'));
    assert.deepEqual(readCodexTrust(home.place), {
      kind: 'unknown',
      why: 'it noted that it trusts others in their place',
    });
    home.write('codex/config.toml', Buffer.from([0xff]));
    assert.equal(readCodexTrust(home.place).kind, 'unknown');
    home.write('codex/config.toml', 'no = = toml');
    assert.equal(readCodexTrust(home.place).kind, 'untrusted');
  });

  it('cannot be had where there is no codex, or it answers nothing that is understood', async () => {
    home.install(['codex']);
    home.program('codex', 'echo nonsense; cat > /dev/null & sleep 0.1; exit 1');
    assert.deepEqual(await trustCodex(home.place), {
      kind: 'unknown',
      why: 'Codex did not answer: it ended.',
    });
    rmSync(path.join(home.bin, 'codex'));
    assert.deepEqual(await trustCodex(home.place), {
      kind: 'unknown',
      why: 'codex is not on PATH',
    });
  });
});

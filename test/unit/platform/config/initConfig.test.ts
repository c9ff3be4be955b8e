import assert from 'node:assert/strict';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { AGENT_TEMPLATES } from '../../../../src/platform/config/agentTemplates';
import { initConfig } from '../../../../src/platform/config/initConfig';
import { findTestCommand } from '../../../../src/platform/config/testCommand';
import { configOf } from './problemsOf';
import { ScratchWorkspace } from './scratchWorkspace';

describe('devs init', () => {
  let workspace: ScratchWorkspace;
  beforeEach(() => (workspace = new ScratchWorkspace()));
  afterEach(() => {
    workspace.dispose();
  });

  it('writes a valid file with the agents on PATH, the preferred one first', async () => {
    for (const name of ['aider', 'codex', 'gemini']) workspace.write(`bin/${name}`, '', 0o755);
    workspace.write('bin/claude', 'not executable');
    workspace.write('go.mod', '');
    const environment = { PATH: join(workspace.folder, 'bin') };
    const answer = await initConfig({ workspaceDir: workspace.folder, environment });
    assert.deepEqual(answer, {
      ok: true,
      file: workspace.file,
      agents: ['codex', 'gemini', 'aider'],
      verify: 'go test ./...',
      message: 'devs.yaml was written.',
    });
    const config = configOf(workspace.read());
    assert.deepEqual(Object.keys(config.agents), ['codex', 'gemini', 'aider']);
    assert.deepEqual(config.tasks, []);
    assert.match(workspace.read(), /^verify: go test \.\/\.\.\.$/m);
  });

  it('writes agents over ACP where only they are there, and Cline and Copilot CLI in any case', async () => {
    const found = async (...programs: readonly string[]) => {
      const each = new ScratchWorkspace();
      for (const name of programs) each.write(`bin/${name}`, '', 0o755);
      const environment = { PATH: join(each.folder, 'bin') };
      const answer = await initConfig({ workspaceDir: each.folder, environment });
      assert.ok(answer.ok);
      const names = Object.keys(configOf(each.read()).agents);
      each.dispose();
      assert.deepEqual(names, answer.agents);
      return names;
    };
    const adapters = ['claude-agent-acp', 'codex-acp'];
    assert.deepEqual(await found(...adapters), ['claude-acp', 'codex-acp']);
    assert.deepEqual(await found('claude', 'gemini', ...adapters), [
      'claude',
      'gemini',
      'codex-acp',
    ]);
    assert.deepEqual(await found('cline', 'copilot'), ['copilot', 'cline']);
  });

  it('writes a valid file without any agent and any test, and says what is missing', async () => {
    const answer = await initConfig(workspace.options);
    assert.ok(answer.ok);
    assert.deepEqual([answer.agents, answer.verify], [[], undefined]);
    assert.match(answer.message, /no agent was found on PATH: install one/);
    assert.deepEqual(Object.keys(configOf(workspace.read()).agents), ['claude']);
  });

  it('shows a task in a comment that is valid as soon as it is none', async () => {
    await initConfig(workspace.options);
    const text = workspace.read().replace(/^ {2}# ((?:- | {2}).*)$/gm, '  $1');
    assert.deepEqual(
      configOf(text.replace('\n    dependsOn: [add-users]', '')).tasks.map(({ id }) => id),
      ['add-login'],
    );
  });

  it('never overwrites, not even through a link that leads nowhere', async () => {
    workspace.write('devs.yaml', 'mine');
    const message = 'devs.yaml already exists; it was left unchanged.';
    assert.deepEqual(await initConfig(workspace.options), { ok: false, message });
    assert.equal(workspace.read(), 'mine');
    const other = new ScratchWorkspace();
    symlinkSync(join(other.folder, 'nowhere'), other.file);
    assert.deepEqual(await initConfig(other.options), { ok: false, message });
    other.dispose();
  });

  it('says why it could not write', async () => {
    const answer = await initConfig({
      ...workspace.options,
      workspaceDir: join(workspace.folder, 'gone'),
    });
    assert.ok(!answer.ok);
    assert.match(answer.message, /^devs\.yaml could not be written: ENOENT/);
  });

  it('defines agents as docs/agents.md does', () => {
    const page = readFileSync(join(__dirname, '../../../../docs/agents.md'), 'utf8');
    const blocks = [...page.matchAll(/```yaml\n([^]*?)```/g)].map(([, block = '']) => block);
    for (const { name, definition } of AGENT_TEMPLATES) {
      const documented = blocks.find((block) => block.startsWith(`agents:\n  ${name}:`));
      assert.deepEqual(parse(`agents:\n${definition}`), parse(documented ?? ''), name);
    }
  });
});

describe('the test command of a project', () => {
  const script = (test: unknown, rest: object = {}) =>
    JSON.stringify({ scripts: { test }, ...rest });
  const projects: readonly (readonly [Readonly<Record<string, string>>, string | undefined])[] = [
    [{}, undefined],
    [{ 'package.json': script('mocha') }, 'npm test'],
    [{ 'package.json': `\uFEFF${script('mocha')}`, 'pnpm-lock.yaml': '' }, 'pnpm test'],
    [{ 'package.json': script('mocha'), 'yarn.lock': '' }, 'yarn test'],
    [{ 'package.json': script('mocha', { packageManager: 'pnpm@9.1.0' }) }, 'pnpm test'],
    [{ 'package.json': script('echo "Error: no test specified" && exit 1') }, undefined],
    [{ 'package.json': script(' ') }, undefined],
    [{ 'package.json': script(5) }, undefined],
    [{ 'package.json': '{', 'go.mod': '' }, 'go test ./...'],
    [{ 'package.json': 'null' }, undefined],
    [{ 'package.json': '{"scripts": null}' }, undefined],
    [{ 'package.json': '["scripts"]' }, undefined],
    [{ 'pytest.ini': '' }, 'pytest'],
    [{ 'pyproject.toml': '[tool.pytest.ini_options]' }, 'pytest'],
    [{ 'setup.cfg': '[tool:pytest]' }, 'pytest'],
    [{ 'pyproject.toml': '[project]', 'tests/test_a.py': '' }, 'pytest'],
    [{ 'pyproject.toml': '[project]' }, undefined],
    [{ 'tests/readme.md': '' }, undefined],
    [{ 'Cargo.toml': '' }, 'cargo test'],
    [{ 'pom.xml': '' }, 'mvn -q test'],
    [{ 'pom.xml': '', mvnw: '' }, './mvnw -q test'],
    [{ gradlew: '', 'build.gradle': '' }, './gradlew test'],
    [{ 'build.gradle.kts': '' }, 'gradle test'],
    [{ Makefile: 'build:\n\ntest: build\n\tx\n' }, 'make test'],
    [{ Makefile: 'test := 5\n\ttest: no\ntests:\n' }, undefined],
    [{ 'package.json': script('mocha'), 'Cargo.toml': '', Makefile: 'test:\n' }, 'npm test'],
    [{ 'package.json/index.js': '' }, undefined],
  ];
  for (const [files, command] of projects)
    it(`is ${command ?? 'unknown'} with ${Object.keys(files).join(', ') || 'no files'}`, () => {
      const workspace = new ScratchWorkspace();
      for (const [path, content] of Object.entries(files)) workspace.write(path, content);
      assert.equal(findTestCommand(workspace.folder), command, JSON.stringify(files));
      workspace.dispose();
    });
});

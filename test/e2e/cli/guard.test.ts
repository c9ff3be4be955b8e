import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DEVS, type Ended } from './devsProcess';
import { TestWorkspace } from './testWorkspace';

interface Hook {
  readonly command: string;
  readonly args?: readonly string[];
}

describe('the guard, as a new user has it', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  let home: string;
  beforeEach(() => {
    workspace = new TestWorkspace();
    home = path.join(workspace.root, "it's my home");
    mkdirSync(path.join(home, '.claude'), { recursive: true });
    mkdirSync(path.join(home, '.codex'));
  });
  afterEach(() => workspace.dispose());

  /** Agents that the machine of the test has are not meant. */
  const environment = (): NodeJS.ProcessEnv => ({
    ...{ HOME: home, PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin` },
    ...{ XDG_STATE_HOME: '', XDG_CONFIG_HOME: '', CLAUDE_CONFIG_DIR: '', CODEX_HOME: '' },
    ...{ GEMINI_CLI_HOME: '', QWEN_HOME: '', COPILOT_HOME: '' },
  });

  function devs(...args: readonly string[]): Promise<Ended> {
    return workspace.start(args, environment()).ended;
  }

  /** Calls the hook of an event as the settings of the agent say. */
  function call(agent: 'claude' | 'codex', event: string, payload: object): string {
    const file = agent === 'claude' ? '.claude/settings.json' : '.codex/hooks.json';
    const { hooks } = JSON.parse(readFileSync(path.join(home, file), 'utf8')) as {
      readonly hooks: Readonly<Record<string, readonly { readonly hooks: readonly Hook[] }[]>>;
    };
    const hook = hooks[event]?.at(-1)?.hooks[0];
    assert.ok(hook);
    const [program, args] =
      hook.args === undefined ? ['/bin/sh', ['-c', hook.command]] : [hook.command, hook.args];
    const input = JSON.stringify({ session_id: 's-1', cwd: workspace.folder, ...payload });
    const { stdout, status, stderr } = spawnSync(program, args, {
      ...{ input, cwd: workspace.folder, encoding: 'utf8' },
      env: workspace.environment(environment()),
    });
    assert.equal(status, 0, stderr);
    return stdout;
  }

  for (const agent of ['claude', 'codex'] as const) {
    it(`notices the loop of ${agent}, shows it, and is gone afterwards`, async () => {
      const settings = path.join(home, '.claude', 'settings.json');
      writeFileSync(settings, '{\n    "model": "opus"\n}\n');
      const installed = await devs('guard', 'install');
      assert.equal(installed.code, 0, installed.stderr);
      assert.match(installed.stdout, /Claude Code is guarded/);

      call(agent, 'UserPromptSubmit', { prompt: 'Make the tests pass' });
      let said = '';
      for (let number = 1; number <= 4; number += 1) {
        const step = {
          ...{ tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_use_id: `t${number}` },
        };
        said += call(agent, 'PreToolUse', step);
        const ended = { ...step, tool_response: '1 failing: expected 41 to be 42' };
        said +=
          agent === 'claude'
            ? call(agent, 'PostToolBatch', { tool_calls: [ended] })
            : call(agent, 'PostToolUse', ended);
      }
      // On a busy machine a hook may give up: which answer comes when is tested without one.
      assert.match(said, /sees a repetition|goes in circles/);

      const listed = await devs('sessions');
      assert.match(listed.stdout, /asked: Make the tests pass/);
      assert.match(listed.stdout, /Devs refused the next tool call and told the agent why/);
      const one = await devs('sessions', 's-1');
      assert.match(one.stdout, /Bash npm test {2}1 failing: expected 41 to be 42/);
      assert.match((await devs('guard', 'status')).stdout, /Claude Code +– +yes/);

      assert.equal((await devs('guard', 'uninstall')).code, 0);
      assert.equal(readFileSync(settings, 'utf8'), '{\n    "model": "opus"\n}\n');
      assert.ok(!existsSync(path.join(home, '.codex', 'hooks.json')));
      assert.ok(!existsSync(path.join(home, '.local', 'state', 'devs', 'guard', 'bin')));
    });
  }

  it('is put into the settings of every agent that is there, and gives their bytes back', async () => {
    const files: Readonly<Record<string, string | undefined>> = {
      '.gemini/settings.json': '{\n  // mine\n  "ui": {}\n}\n',
      '.qwen/settings.json': '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}}',
      '.copilot/hooks/devs.json': undefined,
      '.config/opencode/plugin/devs.js': undefined,
      '.cursor/hooks.json': '{ "version": 1, "hooks": {} }\n',
      '.copilot/hooks/devs-vscode.json': undefined,
    };
    const read = (file: string): string | undefined => {
      const full = path.join(home, file);
      return existsSync(full) ? readFileSync(full, 'utf8') : undefined;
    };
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.dirname(path.join(home, file))), { recursive: true });
      if (text === undefined) continue;
      mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
      writeFileSync(path.join(home, file), text);
    }
    const all = await devs('guard', 'install');
    assert.equal(all.code, 0, all.stderr);
    for (const name of ['Gemini CLI', 'Qwen Code', 'Copilot CLI', 'OpenCode'])
      assert.ok(all.stdout.includes(`${name} is guarded`), all.stdout);
    // Nobody tried these with real ones: only where they are named.
    assert.doesNotMatch(all.stdout, /Cursor|VS Code/);
    const named = await devs('guard', 'install', 'cursor', 'vscode');
    assert.match(named.stdout, /Cursor is guarded/);
    assert.match(named.stdout, /Devs was not tried with it/);
    const commands = Object.keys(files).map((file) => read(file) ?? '');
    for (const text of commands) assert.match(text, /guard\/bin\/hook\.js/);
    // It refuses a call whose hook fails, also the one of VS Code, which it reads as well.
    assert.match(
      read('.copilot/hooks/devs.json') ?? '',
      /hook\.js.* copilot preToolUse \|\| true"/,
    );
    assert.match(read('.copilot/hooks/devs-vscode.json') ?? '', /vscode PreToolUse \|\| true"/);

    const again = await devs('guard', 'install', 'gemini', 'qwen', 'copilot', 'opencode');
    assert.equal(again.code, 0, again.stderr);
    assert.deepEqual(
      Object.keys(files).map((file) => read(file) ?? ''),
      commands,
    );
    assert.equal((await devs('guard', 'uninstall')).code, 0);
    for (const [file, text] of Object.entries(files)) assert.equal(read(file), text, file);
  });

  it('answers as `devs hook` as well, and lets the agent work on whatever it is given', () => {
    const run = (...args: readonly string[]) =>
      spawnSync(process.execPath, [DEVS, 'hook', ...args], {
        ...{ input: '{"session_id":"s-2","prompt":"x"}', encoding: 'utf8' },
        env: workspace.environment(environment()),
      });
    const guard = path.join(home, '.local', 'state', 'devs', 'guard');
    mkdirSync(guard, { recursive: true });
    // As if another hook had just started a judge: one from here would outlive the test.
    writeFileSync(path.join(guard, 'judge.starting'), '');
    const { status, stdout } = run('claude', 'UserPromptSubmit');
    assert.deepEqual([status, stdout], [0, '']);
    assert.match(
      readFileSync(path.join(guard, 'sessions', 'claude.s-2.jsonl'), 'utf8'),
      /"kind":"prompt"/,
    );
    assert.equal(run('nobody', 'Stop').status, 0);
    assert.match(
      readFileSync(path.join(guard, 'guard.log'), 'utf8'),
      /nobody Stop: .*Unknown agent/,
    );
  });
});

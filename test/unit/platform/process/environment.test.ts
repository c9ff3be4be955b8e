import assert from 'node:assert/strict';
import {
  childEnvironment,
  supervisorEnvironment,
} from '../../../../src/platform/process/environment';

describe('the environment of an agent', () => {
  it('is ours outside VS Code, whatever it holds', () => {
    const base = {
      PATH: '/bin',
      NODE_OPTIONS: '--require js-debug',
      ELECTRON_RUN_AS_NODE: '1',
      GIT_ASKPASS: '/bin/ask',
      GONE: undefined,
    };
    const { GONE, ...rest } = base;
    assert.equal(GONE, undefined);
    assert.deepEqual(childEnvironment(base), rest);
  });

  it('is free of the insides of VS Code in its windows and terminals', () => {
    const env = childEnvironment({
      PATH: '/bin',
      HOME: '/home/a',
      ANTHROPIC_API_KEY: 'k',
      VSCODE_PID: '1',
      VSCODE_IPC_HOOK_CLI: '/run/x.sock',
      VSCODE_NLS_CONFIG: '{}',
      VSCODE_INSPECTOR_OPTIONS: '{}',
      VSCODE_GIT_ASKPASS_MAIN: '/x/askpass-main.js',
      GIT_ASKPASS: '/x/askpass.sh',
      ELECTRON_RUN_AS_NODE: '1',
      ELECTRON_NO_ATTACH_CONSOLE: '1',
      NODE_OPTIONS: ' --require /x/ms-vscode.js-debug/bootloader.js',
      VSCODE_PORTABLE: '/portable',
    });
    assert.deepEqual(env, {
      PATH: '/bin',
      HOME: '/home/a',
      ANTHROPIC_API_KEY: 'k',
      VSCODE_PORTABLE: '/portable',
    });
  });

  it('keeps the user’s own Node options, and gets back those that VS Code put aside', () => {
    const own = '--max-old-space-size=8192';
    assert.deepEqual(childEnvironment({ VSCODE_PID: '1', NODE_OPTIONS: own }), {
      NODE_OPTIONS: own,
    });
    assert.deepEqual(childEnvironment({ VSCODE_NODE_OPTIONS: own }), { NODE_OPTIONS: own });
    assert.deepEqual(childEnvironment({ VSCODE_NODE_OPTIONS: own, NODE_OPTIONS: '--x' }), {
      NODE_OPTIONS: '--x',
    });
    assert.deepEqual(childEnvironment({ VSCODE_NODE_OPTIONS: '' }), {});
  });

  it('never holds the key for models, inside an editor or not', () => {
    for (const name of ['DEVS_MODEL_KEY', 'Devs_Model_Key'])
      for (const editor of [{}, { VSCODE_PID: '1' }])
        assert.deepEqual(childEnvironment({ ...editor, PATH: '/bin', [name]: 'sk-1' }), {
          PATH: '/bin',
        });
  });

  it('keeps a git askpass of the user’s own', () => {
    const env = childEnvironment({ VSCODE_PID: '1', GIT_ASKPASS: '/bin/ask' });
    assert.deepEqual(env, { GIT_ASKPASS: '/bin/ask' });
  });
});

describe('the environment of the supervisor', () => {
  it('makes it run as Node, without the user’s options for Node and perl', () => {
    const base = {
      PATH: '/bin',
      NODE_OPTIONS: '--inspect=9229',
      PERL5OPT: '-d',
      DEVS_MODEL_KEY: 'sk-1',
    };
    assert.deepEqual(supervisorEnvironment(base), {
      PATH: '/bin',
      ELECTRON_RUN_AS_NODE: '1',
    });
  });
});

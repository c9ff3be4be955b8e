import { deepEqual, match } from 'node:assert/strict';
import { tryVerify } from '../../../../src/app/setUp/tryVerify';
import type { Command } from '../../../../src/model/task/task';
import { claudeConfig } from '../../vscode/setUp/setUpSamples';

type Parts = Parameters<typeof tryVerify>[0];

/** Tries a command in a folder whose `devs.yaml` has this line, and tells what was started. */
async function trying(command: string, line: string) {
  const started: Command[] = [];
  const parts = {
    configSource: { read: () => Promise.resolve({ kind: 'ok', config: claudeConfig(line) }) },
    clock: { newId: () => 'id', now: () => new Date(0) },
    state: { holder: () => Promise.resolve(undefined) },
    trials: {
      verify: (request: { readonly command: Command }) => {
        started.push(request.command);
        const end = { kind: 'exit', code: 0 };
        return Promise.resolve({ end, durationMs: 10, output: '', coverage: undefined });
      },
    },
  } as unknown as Parts;
  const trial = { command, onOutput: () => undefined, signal: new AbortController().signal };
  return { started, end: await tryVerify(parts, trial) };
}

describe('a trial of a verify command', () => {
  it('runs that of devs.yaml as a turn runs it, with all its lines or words', async () => {
    const script = await trying('npm ci\n\tnpm test', 'verify: "npm ci\\n\\tnpm test\\n"');
    deepEqual(script.started, ['npm ci\n\tnpm test\n']);
    const words = await trying('node -e "a b"', `verify: [node, -e, a b]`);
    deepEqual(words.started, [['node', '-e', 'a b']]);
  });

  it('runs another command, also of several lines, as it was typed', async () => {
    const { started } = await trying('npm ci\nnpm test', 'verify: make');
    deepEqual(started, ['npm ci\nnpm test']);
  });

  it('refuses another command with a character that cannot be seen', async () => {
    const { started, end } = await trying('npm\u200b test', 'verify: make');
    deepEqual(started, []);
    match(end.message, /contains a character that cannot be seen \(\\u\{200b\}\)/);
  });
});

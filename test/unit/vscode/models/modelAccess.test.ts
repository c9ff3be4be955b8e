import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { ModelAccess } from '../../../../src/vscode/models/modelAccess';

type Context = ConstructorParameters<typeof ModelAccess>[0];

/** An editor whose secret storage does this, and what was reported. */
function access(get: (name: string) => Promise<string | undefined>) {
  const reported: string[] = [];
  const context = { secrets: { get } } as unknown as Context;
  const models = new ModelAccess(context, (problem) => void reported.push(problem));
  return { ...models.forApps(), reported };
}

describe('what the editor gives for models', () => {
  it('is a key for the very origin that is asked about', async () => {
    const { storedKey } = access((name) => Promise.resolve(`key of ${name}`));
    equal(await storedKey('https://a.example'), 'key of devs.modelKey:https://a.example');
  });

  it('is no key where the storage is locked, which is told', async () => {
    const { storedKey, reported } = access(() => Promise.reject(new Error('SECRET')));
    equal(await storedKey('https://a.example'), undefined);
    deepEqual(reported.length, 1);
    match(reported[0] ?? '', /https:\/\/a\.example/);
    ok(!reported[0]?.includes('SECRET'));
  });

  it('is a judge with the name that a terminal gives it', () => {
    const { editorJudge } = access(() => Promise.resolve(undefined));
    equal(editorJudge({ type: 'vscode', vendor: 'v', model: 'm' }).name, 'm of v');
    equal(editorJudge({ type: 'vscode' }).name, 'language model of VS Code');
  });
});

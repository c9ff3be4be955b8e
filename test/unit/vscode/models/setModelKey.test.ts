import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { DevsConfig } from '../../../../src/model/config/config';
import { setModelKey, type SecretQuestion } from '../../../../src/vscode/models/setModelKey';
import { storedKeys } from '../../../../src/vscode/models/storedKeys';
import { anOverview, fakeApp } from '../../cli/fakeApp';
import { configOf } from '../../../support/scriptedRun';
import { ScriptedInput } from '../scriptedInput';

const KEY = 'sk-4711-secret';
const ORIGIN = 'https://api.example.com';
const STORED = `devs.modelKey:${ORIGIN}`;

const limits = { timeoutMs: 60_000, maxCalls: 10 };
const endpoint = (url: string): Pick<DevsConfig, 'judge'> => ({
  judge: { model: { type: 'endpoint', url, model: 'm' }, ...limits },
});
const JUDGE = endpoint(`${ORIGIN}/v1`);

/** A human who types `typed` for a configuration, and what is stored afterwards. */
class Human {
  readonly secrets = new Map<string, string>();
  readonly picks = new ScriptedInput();
  readonly questions: SecretQuestion[] = [];
  environment: NodeJS.ProcessEnv = {};

  async sets(config: Partial<DevsConfig>, typed: string | undefined) {
    const { secrets, picks, environment } = this;
    const read = { kind: 'ok', config: configOf(config) } as const;
    const answer = await setModelKey(
      fakeApp(anOverview(), { config: () => Promise.resolve(read) }),
      {
        input: picks,
        environment,
        keys: storedKeys({
          get: (name) => Promise.resolve(secrets.get(name)),
          store: (name, value) => Promise.resolve(void secrets.set(name, value)),
          delete: (name) => Promise.resolve(void secrets.delete(name)),
        }),
        askSecret: (question) => {
          this.questions.push(question);
          return Promise.resolve(typed);
        },
      },
    );
    ok(!answer?.message.includes(KEY), 'the key is told');
    return answer;
  }
}

describe('Devs: Set Model Key…', () => {
  it('keeps the key for the origin of the endpoint, without its ends', async () => {
    const human = new Human();
    const answer = await human.sets(JUDGE, ` ${KEY}\n`);
    deepEqual(answer, { ok: true, message: `The key for ${ORIGIN} is stored.` });
    deepEqual([...human.secrets], [[STORED, KEY]]);
    equal(human.questions[0]?.title, `Key for ${ORIGIN}`);
  });

  it('says that the environment wins where it has a key', async () => {
    const human = new Human();
    human.environment = { DEVS_MODEL_KEY: 'other' };
    match(
      (await human.sets(JUDGE, KEY))?.message ?? '',
      /But DEVS_MODEL_KEY is set .* takes precedence\.$/,
    );
  });

  it('removes it when nothing is typed, once that is confirmed', async () => {
    const human = new Human();
    human.secrets.set(STORED, KEY);
    human.picks.agrees = false;
    equal(await human.sets(JUDGE, ''), undefined);
    deepEqual([...human.secrets], [[STORED, KEY]]);
    human.picks.agrees = true;
    equal((await human.sets(JUDGE, ''))?.message, `The key for ${ORIGIN} was removed.`);
    equal(human.secrets.size, 0);
    match(human.questions[0]?.prompt ?? '', /leave the box empty to remove the stored key/);
  });

  it('says so when there was nothing to remove, and changes nothing on Escape', async () => {
    const human = new Human();
    equal((await human.sets(JUDGE, ''))?.message, `No key for ${ORIGIN} is stored.`);
    equal(await human.sets(JUDGE, undefined), undefined);
    deepEqual([human.picks.confirmations.length, human.secrets.size], [0, 0]);
  });

  it('asks which endpoint where judge and embeddings have different ones', async () => {
    const embeddings = { url: 'http://localhost:1234/v1', model: 'e', timeoutMs: 30_000 };
    const human = new Human();
    human.picks.answers = [['http://localhost:1234']];
    await human.sets({ ...JUDGE, embeddings }, KEY);
    deepEqual(human.picks.shown[0]?.lines, [
      `${ORIGIN} | judge`,
      'http://localhost:1234 | embeddings',
    ]);
    deepEqual([...human.secrets.keys()], ['devs.modelKey:http://localhost:1234']);
  });

  it('asks once where they share one', async () => {
    const embeddings = { url: `${ORIGIN}/other`, model: 'e', timeoutMs: 30_000 };
    const human = new Human();
    await human.sets({ ...JUDGE, embeddings }, KEY);
    deepEqual([human.picks.shown.length, [...human.secrets.keys()]], [0, [STORED]]);
  });

  it('needs none where no endpoint is named', async () => {
    const human = new Human();
    const vscode = { judge: { model: { type: 'vscode' }, ...limits } } as const;
    for (const config of [{}, vscode]) equal((await human.sets(config, KEY))?.ok, false);
    deepEqual([human.questions.length, human.secrets.size], [0, 0]);
  });

  it('takes nothing that could not be sent as a key', async () => {
    const human = new Human();
    await human.sets(JUDGE, undefined);
    const problems = ['', ` ${KEY} `, 'two words', 'a\u0000b', 'schlüssel', 'x'.repeat(4_097)].map(
      (typed) => human.questions[0]?.problem(typed) !== undefined,
    );
    deepEqual(problems, [false, false, true, true, true, true]);
  });
});

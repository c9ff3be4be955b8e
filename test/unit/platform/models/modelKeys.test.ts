import { deepEqual, equal, rejects } from 'node:assert/strict';
import { createModelKeys, isKey } from '../../../../src/platform/models/modelKeys';

const STORE: Readonly<Record<string, string>> = {
  'https://api.example.com': ' sk-stored\n',
  'https://api.example.com:8443': 'sk-other-port',
  'http://api.example.com': 'sk-plain',
  'http://localhost:11434': '  ',
};

/** What is found for the address, and for which origins the store was asked. */
async function find(
  url: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<{ readonly key: string | undefined; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const stored = (origin: string): Promise<string | undefined> => {
    asked.push(origin);
    return Promise.resolve(STORE[origin]);
  };
  return { key: await createModelKeys({ environment, stored }).find(url), asked };
}

describe('the key for an endpoint', () => {
  it('is that of the environment, without the white space around it', async () => {
    const environment = { DEVS_MODEL_KEY: ' sk-own \n' };
    deepEqual(await find('https://api.example.com/v1', environment), { key: 'sk-own', asked: [] });
  });

  it('is what the editor keeps where the environment has none, or a blank one', async () => {
    for (const environment of [{}, { DEVS_MODEL_KEY: '' }, { DEVS_MODEL_KEY: ' \n' }])
      equal((await find('https://api.example.com/v1', environment)).key, 'sk-stored');
  });

  it('is that of the very origin: another scheme, port or host has another', async () => {
    equal((await find('https://API.example.com:443/other/v2')).key, 'sk-stored');
    equal((await find('https://api.example.com:8443/v1')).key, 'sk-other-port');
    equal((await find('http://api.example.com/v1')).key, 'sk-plain');
    for (const url of [
      'https://api.example.com.evil.example/v1',
      'https://evil.example/https://api.example.com/v1',
      'https://example.com/v1',
      'http://localhost:11434/v1',
    ]) {
      const { key, asked } = await find(url);
      deepEqual([key, asked], [undefined, [new URL(url).origin]]);
    }
  });

  it('is none outside an editor without the variable', async () => {
    equal(await createModelKeys({ environment: {} }).find('https://h/v1'), undefined);
  });

  it('is not made up where the store fails', async () => {
    const stored = (): Promise<string> => Promise.reject(new Error('locked'));
    await rejects(createModelKeys({ environment: {}, stored }).find('https://h/v1'), /locked/);
  });

  it('is visible ASCII: nothing that could end a header', () => {
    for (const key of ['sk-1', 'a'.repeat(4_096), '!~']) equal(isKey(key), true);
    for (const key of ['', 'a b', 'a\nb', 'a\r\nX: y', 'ä', 'a\0', '\u007f', 'a'.repeat(4_097)])
      equal(isKey(key), false);
  });
});

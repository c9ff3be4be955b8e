import assert from 'node:assert/strict';
import { configOf, HEAD, problemsOf } from './problemsOf';

const JUDGE =
  'a mapping that begins with type: endpoint (then url and model) or type: vscode, such as { type: vscode }';
const URL_FORM =
  'an http or https address without user, password, "?" and "#", mostly ending in /v1, such as http://localhost:11434/v1';
const MODEL = 'the name of a model as its service has it, one line, 200 characters at most';
const TIMEOUT = 'a duration such as 30s or 2m, at least 100ms and at most 5m';
const PRICES =
  'what a million tokens cost in US dollars, such as { input: 0.4, output: 1.6 } (0 to 10000)';
const NO_KEY =
  'model keys are never stored in a file: remove it, and set DEVS_MODEL_KEY or run "Devs: Set Model Key…".';

const ENDPOINT = 'type: endpoint, url: http://localhost:11434/v1, model: qwen3:8b';
const judge = (keys: string): string => `${HEAD}judge: ${keys}\n`;
const embeddings = (keys: string): string => `${HEAD}embeddings: ${keys}\n`;

/** [what stands after `judge:`, what is wrong with it] */
const WRONG: readonly (readonly [string, string])[] = [
  ['', `"judge" is empty; it must be ${JUDGE}.`],
  ['vscode', `"judge" is "vscode"; it must be ${JUDGE}.`],
  ['[vscode]', `"judge" is a list; it must be ${JUDGE}.`],
  ['{}', '"judge.type" is missing; it must be "endpoint" or "vscode".'],
  ['{ type: ollama }', '"judge.type" is "ollama"; it must be "endpoint" or "vscode".'],
  ['{ type: endpoint, model: m }', `"judge.url" is missing; it must be ${URL_FORM}.`],
  ['{ type: endpoint, url: http://h/v1 }', `"judge.model" is missing; it must be ${MODEL}.`],
  [
    '{ type: endpoint, url: http://h/v1, model: 7 }',
    `"judge.model" is 7; it must be ${MODEL}. Put it in quotes to make it text.`,
  ],
  [
    '{ type: endpoint, url: http://h/v1, model: "a\\e[31mb" }',
    `"judge.model" is "a\\u001b[31mb"; it must be ${MODEL}.`,
  ],
  [
    `{ ${ENDPOINT}, vendor: copilot }`,
    'The key "vendor" in judge goes only with type: vscode; remove it, or change the type.',
  ],
  [
    '{ type: vscode, url: http://h/v1 }',
    'The key "url" in judge goes only with type: endpoint; remove it, or change the type.',
  ],
  [`{ ${ENDPOINT}, tiemout: 1m }`, 'Unknown key "tiemout" in judge; did you mean "timeout"?'],
  [
    `{ ${ENDPOINT}, heat: 1 }`,
    'Unknown key "heat" in judge; known keys: type, url, model, timeout, maxCalls, prices.',
  ],
  [
    '{ type: vscode, maxTokens: 1 }',
    'Unknown key "maxTokens" in judge; known keys: type, vendor, model, timeout, maxCalls, prices.',
  ],
  [`{ ${ENDPOINT}, timeout: 99ms }`, `"judge.timeout" is "99ms"; it must be ${TIMEOUT}.`],
  [`{ ${ENDPOINT}, timeout: 6m }`, `"judge.timeout" is "6m"; it must be ${TIMEOUT}.`],
  [`{ ${ENDPOINT}, timeout: 60 }`, `"judge.timeout" is 60; it must be ${TIMEOUT}.`],
  [
    `{ ${ENDPOINT}, maxCalls: 0 }`,
    '"judge.maxCalls" is 0; it must be a whole number from 1 to 1000.',
  ],
  [
    `{ ${ENDPOINT}, maxCalls: 1001 }`,
    '"judge.maxCalls" is 1001; it must be a whole number from 1 to 1000.',
  ],
  [
    `{ ${ENDPOINT}, maxCalls: 1.5 }`,
    '"judge.maxCalls" is 1.5; it must be a whole number from 1 to 1000.',
  ],
  [`{ ${ENDPOINT}, prices: 1 }`, `"judge.prices" is 1; it must be ${PRICES}.`],
  [
    `{ ${ENDPOINT}, prices: { input: -1, output: 1 } }`,
    '"judge.prices.input" is -1; it must be a number from 0 to 10000.',
  ],
  [
    `{ ${ENDPOINT}, prices: { input: 1, output: .nan } }`,
    '"judge.prices.output" is NaN; it must be a number from 0 to 10000.',
  ],
  [
    `{ ${ENDPOINT}, prices: { input: .inf, output: 1 } }`,
    '"judge.prices.input" is Infinity; it must be a number from 0 to 10000.',
  ],
  [
    `{ ${ENDPOINT}, prices: { input: 1 } }`,
    '"judge.prices.output" is missing; it must be a number from 0 to 10000.',
  ],
  [
    `{ ${ENDPOINT}, prices: { input: 1, output: 1, cached: 1 } }`,
    'Unknown key "cached" in judge.prices; known keys: input, output.',
  ],
];

/** [an address, how a message shows it] */
const WRONG_URLS: readonly (readonly [string, string])[] = [
  ['localhost:11434', 'localhost:11434'],
  ['ftp://h/v1', 'ftp://h/v1'],
  ['file:///etc', 'file:///etc'],
  ['http://', 'http://'],
  ['http:/h/v1', 'http:/h/v1'],
  ['http://h:99999/v1', 'http://h:99999/v1'],
  ['http://h/v1 x', 'http://h/v1 x'],
  ['http://me@h/v1', 'http://…@h/v1'],
  ['https://me:sesame@h/v1', 'https://…@h/v1'],
  ['https://me:ses@me@h/v1', 'https://…@h/v1'],
  ['https:me:sesame@h/v1', '…@h/v1'],
  ['https://h/v1?api_key=sesame', 'https://h/v1?…'],
  ['https://h/v1#sesame', 'https://h/v1#…'],
];

describe('models, in devs.yaml', () => {
  for (const [keys, message] of WRONG) {
    it(`judge: ${keys} is a problem`, () => {
      assert.deepEqual(problemsOf(judge(keys)), [`devs.yaml:3: ${message}`]);
    });
  }

  for (const [url, shown] of WRONG_URLS) {
    it(`${url} is no address of a service, and no password in it is shown`, () => {
      const is = `is ${JSON.stringify(shown)}; it must be ${URL_FORM}.`;
      assert.deepEqual(problemsOf(judge(`{ type: endpoint, url: "${url}", model: m }`)), [
        `devs.yaml:3: "judge.url" ${is}`,
      ]);
      assert.deepEqual(problemsOf(embeddings(`{ url: "${url}", model: m }`)), [
        `devs.yaml:3: "embeddings.url" ${is}`,
      ]);
    });
  }

  for (const key of [
    ...['key', 'apiKey', 'api_key', 'api-key', 'apikey', 'modelKey', 'token', 'accessToken'],
    ...['secret', 'password', 'auth', 'authorization', 'bearer', 'headers', 'credentials'],
  ]) {
    it(`a key written into the file as "${key}" is told where it belongs, and not shown`, () => {
      for (const [place, text] of [
        [' in judge', judge(`{ ${ENDPOINT}, ${key}: sesame }`)],
        [' in embeddings', embeddings(`{ url: http://h/v1, model: m, ${key}: sesame }`)],
        ['', `${HEAD}${key}: sesame\n`],
      ] as const)
        assert.deepEqual(problemsOf(text), [
          `devs.yaml:3: Unknown key ${JSON.stringify(key)}${place}; ${NO_KEY}`,
        ]);
    });
  }

  it('the key is no variable for an agent', () => {
    const text =
      'version: 1\nagents:\n  a:\n    type: command\n    command: x\n    env: { DEVS_MODEL_KEY: sesame }\n';
    assert.deepEqual(problemsOf(text), [
      'devs.yaml:6: The name "DEVS_MODEL_KEY" in agents.a.env must be another name than DEVS_MODEL_KEY: model keys are never stored in files nor passed to agents.',
    ]);
  });

  it('each problem stands on its own line', () => {
    const text = `${HEAD}judge:\n  type: endpoint\n  url: x\n  model: m\n  maxCalls: none\n`;
    assert.deepEqual(
      problemsOf(text).map((problem) => problem.split(': ')[0]),
      ['devs.yaml:5', 'devs.yaml:7'],
    );
  });

  it('without them there is neither a judge nor embeddings', () => {
    const config = configOf(HEAD);
    assert.deepEqual(['judge' in config, 'embeddings' in config], [false, false]);
  });

  it('a judge behind an endpoint has a minute and ten calls, unless it says otherwise', () => {
    const model = { type: 'endpoint', url: 'http://localhost:11434/v1', model: 'qwen3:8b' };
    assert.deepEqual(configOf(judge(`{ ${ENDPOINT} }`)).judge, {
      model,
      timeoutMs: 60_000,
      maxCalls: 10,
    });
    const more = 'timeout: 5m, maxCalls: 1000, prices: { input: 0, output: 0.5 }';
    assert.deepEqual(configOf(judge(`{ ${ENDPOINT}, ${more} }`)).judge, {
      model,
      timeoutMs: 300_000,
      maxCalls: 1000,
      prices: { input: 0, output: 0.5 },
    });
  });

  it('a judge of the editor may be any model, or a certain one', () => {
    assert.deepEqual(configOf(judge('{ type: vscode }')).judge?.model, { type: 'vscode' });
    assert.deepEqual(
      configOf(judge('{ type: vscode, vendor: copilot, model: gpt }')).judge?.model,
      {
        type: 'vscode',
        vendor: 'copilot',
        model: 'gpt',
      },
    );
  });

  it('embeddings come from the judge’s endpoint unless they have their own', () => {
    const own = configOf(embeddings('{ url: "https://h:8443/v1", model: " e ", timeout: 2s }'));
    assert.deepEqual(own.embeddings, { url: 'https://h:8443/v1', model: 'e', timeoutMs: 2_000 });
    const shared = configOf(`${judge(`{ ${ENDPOINT} }`)}embeddings: { model: e }\n`);
    assert.deepEqual(shared.embeddings, {
      url: 'http://localhost:11434/v1',
      model: 'e',
      timeoutMs: 30_000,
    });
  });

  for (const end of ['/', '//', '/////'])
    it(`an address that ends in ${end} is the one without`, () => {
      const own = `${judge(`{ type: endpoint, url: "http://h:1/a//v1${end}", model: m }`)}embeddings: `;
      const bare = 'http://h:1/a//v1';
      const shared = configOf(`${own}{ model: e }\n`);
      assert.deepEqual(shared.judge?.model, { type: 'endpoint', url: bare, model: 'm' });
      assert.equal(shared.embeddings?.url, bare);
      assert.equal(
        configOf(`${own}{ url: "https://h${end}", model: e }\n`).embeddings?.url,
        'https://h',
      );
    });

  it('embeddings that come from nowhere are a problem', () => {
    const message =
      '"embeddings.url" is missing; it must be given, because there is no judge of type: endpoint that has one.';
    assert.deepEqual(problemsOf(embeddings('{ model: e }')), [`devs.yaml:3: ${message}`]);
    assert.deepEqual(problemsOf(`${judge('{ type: vscode }')}embeddings: { model: e }\n`), [
      `devs.yaml:4: ${message}`,
    ]);
    assert.equal(problemsOf(`${judge('{ type: endpoint }')}embeddings: { model: e }`).length, 3);
  });
});

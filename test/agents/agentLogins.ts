import type { AgentHome } from './agentHome';
import type { RealAgent } from './installedAgents';
import { AGENT_PACKAGES } from './installedAgents';

/** Whether the agent has a key; the scripted model decides whether it is a good one. */
export type Login = 'with key' | 'none';

/** How one agent is pointed at the scripted model, and what it says when it cannot log in. */
export interface AgentLogin {
  /** Writes the user's settings and gives the environment. */
  readonly prepare: (home: AgentHome, model: string, login: Login) => Record<string, string>;
  /**
   * As `prepare` with a key, but the agent gives up within seconds: by itself it goes on for minutes. Where its
   * settings allow it, each request is tried once only.
   */
  readonly prepareImpatient: (home: AgentHome, model: string) => Record<string, string>;
  /** The member of its requests in which Devs' directive must arrive. */
  readonly directiveIn: 'system' | 'input' | 'contents' | 'messages';
  /** Its own words and its exit code without a login. */
  readonly notLoggedIn: { readonly words: string; readonly exitCode: number };
  /** Its own words when the provider refuses the key. */
  readonly keyRefused: string;
  /** Set where it calls a refused key a success (exit code 0). */
  readonly endsWellWithRefusedKey?: true;
  /** Set where nothing keeps its edits in the workspace, as its page says. */
  readonly editsAnywhere?: true;
}

/** One for each agent that is run for real. */
export const agentLogins: Readonly<Record<RealAgent, AgentLogin>> = {
  claude: {
    prepare: (_home, model, login) => ({
      ANTHROPIC_BASE_URL: model,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      ...(login === 'with key' ? { ANTHROPIC_API_KEY: 'sk-ant-scripted' } : {}),
    }),
    prepareImpatient: (_home, model) => ({
      ANTHROPIC_BASE_URL: model,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_MAX_RETRIES: '0',
      ANTHROPIC_API_KEY: 'sk-ant-scripted',
    }),
    directiveIn: 'system',
    notLoggedIn: { words: 'Not logged in · Please run /login', exitCode: 1 },
    keyRefused: 'Invalid API key',
  },
  codex: {
    prepare: (home, model, login) => {
      home.write('.codex/config.toml', codexSettings([`openai_base_url = "${model}/v1"`]));
      return login === 'with key' ? { CODEX_API_KEY: 'sk-scripted' } : {};
    },
    prepareImpatient: (home, model) => {
      // Its own provider cannot be told how often to try.
      const settings = codexSettings(['model_provider = "scripted"'], impatientProvider(model));
      home.write('.codex/config.toml', settings);
      return { CODEX_API_KEY: 'sk-scripted' };
    },
    directiveIn: 'input',
    notLoggedIn: {
      words: '401 Unauthorized: Missing bearer or basic authentication in header',
      exitCode: 1,
    },
    keyRefused: '401 Unauthorized: Incorrect API key provided',
  },
  gemini: {
    prepare: (home, model, login) => {
      const settings = login === 'with key' ? geminiSettings : { privacy: geminiSettings.privacy };
      home.write('.gemini/settings.json', JSON.stringify(settings));
      if (login === 'none') return {};
      return { GOOGLE_GEMINI_BASE_URL: model, GEMINI_API_KEY: 'scripted' };
    },
    prepareImpatient: (home, model) => {
      const settings = { ...geminiSettings, general: { maxAttempts: 1 } };
      home.write('.gemini/settings.json', JSON.stringify(settings));
      // The question which model to take is tried three times, whatever the settings say.
      const fixed = { GEMINI_MODEL: 'gemini-2.5-flash' };
      return { GOOGLE_GEMINI_BASE_URL: model, GEMINI_API_KEY: 'scripted', ...fixed };
    },
    directiveIn: 'contents',
    notLoggedIn: { words: 'Please set an Auth method', exitCode: 41 },
    keyRefused: 'API key not valid',
  },
  opencode: {
    prepare: prepareOpencode,
    // It has no setting for its five further attempts; the scripted model asks it to make them at once.
    prepareImpatient: (home, model) => prepareOpencode(home, model, 'with key'),
    directiveIn: 'messages',
    notLoggedIn: { words: "You didn't provide an API key", exitCode: 1 },
    keyRefused: 'Incorrect API key provided',
  },
  qwen: {
    prepare: prepareQwen,
    prepareImpatient: (home, model) => {
      const env = prepareQwen(home, model, 'with key');
      const settings = { ...qwenSettings, model: { generationConfig: { maxRetries: 0 } } };
      home.write('.qwen/settings.json', JSON.stringify(settings));
      // Besides these it makes seven attempts of its own, for which it has no setting.
      const file = home.write('shortWaits.cjs', SHORT_WAITS);
      return { ...env, NODE_OPTIONS: `--require=${file}` };
    },
    directiveIn: 'messages',
    notLoggedIn: { words: 'Missing API key for OpenAI-compatible auth', exitCode: 1 },
    keyRefused: 'Incorrect API key provided',
    endsWellWithRefusedKey: true,
    editsAnywhere: true,
  },
};

function prepareOpencode(home: AgentHome, model: string, login: Login): Record<string, string> {
  const options = {
    baseURL: `${model}/v1`,
    ...(login === 'with key' && { apiKey: 'sk-scripted' }),
  };
  const scripted = {
    npm: '@ai-sdk/openai-compatible',
    name: 'Scripted',
    options,
    models: { scripted: { name: 'Scripted' } },
  };
  const settings = { model: 'scripted/scripted', provider: { scripted } };
  home.write('.config/opencode/opencode.json', JSON.stringify(settings));
  // At its first start it installs this package there, from the network.
  const installed = { dependencies: { '@opencode-ai/plugin': AGENT_PACKAGES.opencode.version } };
  home.write('.config/opencode/node_modules/.keep', '');
  home.write('.config/opencode/package-lock.json', JSON.stringify({ packages: { '': installed } }));
  return { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' };
}

function prepareQwen(home: AgentHome, model: string, login: Login): Record<string, string> {
  home.write('.qwen/settings.json', JSON.stringify(qwenSettings));
  return {
    ...{ OPENAI_BASE_URL: `${model}/v1`, OPENAI_MODEL: 'scripted' },
    ...(login === 'with key' && { OPENAI_API_KEY: 'sk-scripted' }),
  };
}

const qwenSettings = {
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false },
  security: { auth: { selectedType: 'openai' } },
};

/** Lets a program under Node.js wait a hundredth of each second and more that it means to wait. */
const SHORT_WAITS = `const wait = globalThis.setTimeout;
globalThis.setTimeout = Object.assign(
  (run, ms, ...args) => wait(run, ms >= 1000 ? ms / 100 : ms, ...args),
  wait,
);
`;

const geminiSettings = {
  privacy: { usageStatisticsEnabled: false },
  security: { auth: { selectedType: 'gemini-api-key' } },
};

function codexSettings(head: readonly string[], tables: readonly string[] = []): string {
  return [
    ...head,
    'check_for_update_on_startup = false',
    '[analytics]',
    'enabled = false',
    '[features]',
    'plugins = false',
    ...tables,
  ].join('\n');
}

function impatientProvider(model: string): string[] {
  return [
    '[model_providers.scripted]',
    'name = "OpenAI"',
    `base_url = "${model}/v1"`,
    'wire_api = "responses"',
    'env_key = "CODEX_API_KEY"',
    'request_max_retries = 0',
    'stream_max_retries = 0',
  ];
}

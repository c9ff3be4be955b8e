import type { AgentHome } from './agentHome';
import { agentLogins, type AgentLogin, type Login } from './agentLogins';
import type { RealAcpAgent } from './installedAgents';

/** How one agent over the Agent Client Protocol is pointed at the scripted model. */
export interface AcpLogin {
  /** Writes the user's settings and gives the environment. */
  readonly prepare: AgentLogin['prepare'];
  /** Its own words without a login. */
  readonly notLoggedIn: string;
  /** Set where it tries other machines before it does without them. */
  readonly triesOthers?: true;
}

const { claude, codex, gemini, opencode, qwen } = agentLogins;

/** One for each agent over the Agent Client Protocol that is run for real. */
export const acpLogins: Readonly<Record<RealAcpAgent, AcpLogin>> = {
  'claude-acp': { prepare: claude.prepare, notLoggedIn: 'Authentication required' },
  'codex-acp': {
    prepare: (home, model, login) => {
      codex.prepare(home, model, 'none');
      // As `codex login` leaves it.
      if (login === 'with key') home.write('.codex/auth.json', '{"OPENAI_API_KEY":"sk-scripted"}');
      return {};
    },
    notLoggedIn: 'Authentication required',
  },
  'gemini-acp': {
    prepare: gemini.prepare,
    notLoggedIn: 'Gemini API key is missing or not configured',
  },
  'opencode-acp': { prepare: opencode.prepare, notLoggedIn: opencode.notLoggedIn.words },
  'qwen-acp': { prepare: qwen.prepare, notLoggedIn: 'Authentication required' },
  cline: { prepare: prepareCline, notLoggedIn: 'Authentication required', triesOthers: true },
  copilot: { prepare: prepareCopilot, notLoggedIn: 'Authentication required' },
};

function prepareCline(home: AgentHome, model: string, login: Login): Record<string, string> {
  const off = { CLINE_NO_AUTO_UPDATE: '1' };
  if (login === 'none') return off;
  const provider = 'openai-compatible';
  const key = 'sk-scripted';
  const settings = { provider, apiKey: key, model: 'scripted', baseUrl: `${model}/v1` };
  // As `cline auth` leaves it.
  const providers = {
    ...{ version: 1, lastUsedProvider: provider, modes: {} },
    providers: {
      [provider]: { settings, updatedAt: '2026-01-01T00:00:00Z', tokenSource: 'manual' },
    },
  };
  home.write('.cline/data/settings/providers.json', JSON.stringify(providers));
  return { ...off, CLINE_API_KEY: key, CLINE_PROVIDER: provider, CLINE_MODEL: 'scripted' };
}

function prepareCopilot(_home: AgentHome, model: string, login: Login): Record<string, string> {
  const off = { COPILOT_AUTO_UPDATE: 'false' };
  if (login === 'none') return off;
  return {
    ...{ ...off, COPILOT_OFFLINE: 'true', COPILOT_MODEL: 'gpt-4.1' },
    ...{ COPILOT_PROVIDER_BASE_URL: `${model}/v1`, COPILOT_PROVIDER_API_KEY: 'sk-scripted' },
  };
}

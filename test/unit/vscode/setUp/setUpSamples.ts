import type { SetUpFacts } from '../../../../src/app/api/answers';
import type { DevsConfig } from '../../../../src/model/config/config';
import { configOf } from '../../platform/config/problemsOf';

/** A `devs.yaml` whose default agent is `claude`, with these further lines. */
export function claudeConfig(rest = ''): DevsConfig {
  return configOf(`version: 1\nagents: { claude: { type: command, command: claude } }\n${rest}`);
}

export const CLAUDE = { name: 'claude', found: true, file: '/usr/bin/claude' };
export const CODEX = { name: 'codex', found: false, install: 'npm install -g @openai/codex' };

/** What a machine with Claude Code, and a new `devs.yaml`, has. */
export function someFacts(change: Partial<SetUpFacts> = {}): SetUpFacts {
  return {
    config: { kind: 'ok', config: claudeConfig() },
    agents: [CLAUDE, CODEX],
    suggestedVerify: 'npm test',
    ...change,
  };
}

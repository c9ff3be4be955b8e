import type { GuardedAgent } from '../../../model/guard/guardedAgent';
import { claudeHooks } from './claudeHooks';
import { codexHooks } from './codexHooks';
import { copilotHooks } from './copilotHooks';
import { cursorHooks } from './cursorHooks';
import { geminiHooks } from './geminiHooks';
import type { HookAdapter } from './hookAdapter';
import { opencodeHooks } from './opencodeHooks';
import { qwenHooks } from './qwenHooks';
import { vscodeHooks } from './vscodeHooks';

/** The language of each agent's hooks. */
export const HOOK_ADAPTERS: Readonly<Record<GuardedAgent, HookAdapter>> = {
  claude: claudeHooks,
  codex: codexHooks,
  gemini: geminiHooks,
  qwen: qwenHooks,
  copilot: copilotHooks,
  opencode: opencodeHooks,
  cursor: cursorHooks,
  vscode: vscodeHooks,
};

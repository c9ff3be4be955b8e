import type { GuardedAgent } from '../../../model/guard/guardedAgent';
import { claudeHooks } from './claudeHooks';
import { codexHooks } from './codexHooks';
import type { HookAdapter } from './hookAdapter';

/** The language of each agent's hooks. */
export const HOOK_ADAPTERS: Readonly<Record<GuardedAgent, HookAdapter>> = {
  claude: claudeHooks,
  codex: codexHooks,
};

import type { StepFormat } from '../../../model/steps/step';
import { AcpUsage } from './acpUsage';
import { ClaudeUsage } from './claudeUsage';
import { CodexUsage } from './codexUsage';
import { GeminiUsage } from './geminiUsage';
import { OpencodeUsage } from './opencodeUsage';
import { QwenUsage } from './qwenUsage';

import type { UsageReader } from './usageReader';

const READERS = {
  acp: AcpUsage,
  claude: ClaudeUsage,
  codex: CodexUsage,
  gemini: GeminiUsage,
  opencode: OpencodeUsage,
  qwen: QwenUsage,
} as const satisfies Record<StepFormat, new () => UsageReader>;

/** A reader for the stream of one process of an agent. */
export function createUsageReader(format: StepFormat): UsageReader {
  return new READERS[format]();
}

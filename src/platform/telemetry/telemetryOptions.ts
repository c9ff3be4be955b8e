import type { SecretMask } from '../../ports/secretMask';

export interface TelemetryOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly mask: SecretMask;
  /** Milliseconds that the end of a run waits for the collector, at most; absent: 3,000. */
  readonly flushMs?: number;
}

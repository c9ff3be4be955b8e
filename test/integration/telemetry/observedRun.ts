import { createTelemetry } from '../../../src/platform/telemetry/createTelemetry';
import { MASK_NOTHING, type SecretMask } from '../../../src/ports/secretMask';
import { startCollector, type OtlpCollector } from '../../support/otlpCollector';
import type { ScriptedAnswer } from '../../support/modelServer';
import { appOver } from '../../support/scriptedApp';
import type { ScriptedRun } from '../../support/scriptedRun';

/** Milliseconds that the end of these runs waits for a collector. */
const FLUSH_MS = 100;

/** A run that is over, and what was said about telemetry. */
export interface Observed {
  readonly ok: boolean;
  readonly warnings: readonly string[];
}

/** Runs with this environment, as the terminal and the window do. */
export async function runObserved(
  run: ScriptedRun,
  environment: NodeJS.ProcessEnv,
  options: { readonly mask?: SecretMask; readonly flushMs?: number } = {},
): Promise<Observed> {
  const warnings: string[] = [];
  const telemetry = createTelemetry({ environment, mask: MASK_NOTHING, ...options });
  const { ok } = await appOver(run, { telemetry }).run({
    observer: {
      onEvent: () => undefined,
      onPhase: () => undefined,
      present: () => undefined,
      onWarning: (message) => void warnings.push(message),
    },
    signal: new AbortController().signal,
  });
  return { ok, warnings };
}

/** Runs with a collector that answers so; absent: it takes all. */
export async function withCollector(
  run: ScriptedRun,
  use: (collector: OtlpCollector, observed: Observed) => Promise<void> | void,
  given: {
    readonly answer?: ScriptedAnswer;
    readonly environment?: NodeJS.ProcessEnv;
    readonly mask?: SecretMask;
  } = {},
): Promise<void> {
  const collector = await startCollector(given.answer);
  try {
    const observed = await runObserved(
      run,
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        ...given.environment,
      },
      {
        ...(given.mask && { mask: given.mask }),
        ...(given.answer && { flushMs: FLUSH_MS }),
      },
    );
    await use(collector, observed);
  } finally {
    await collector.close();
  }
}

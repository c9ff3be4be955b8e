import type { Telemetry } from '../../ports/telemetry';
import type { TelemetryOptions } from './telemetryOptions';

/** OpenTelemetry, off unless the environment names an endpoint; its library is loaded with the first run then. */
export function createTelemetry(options: TelemetryOptions): Telemetry {
  return {
    begin: async (warn) => {
      if (!isWanted(options.environment)) return undefined;
      try {
        const { startTelemetry } = await import('./startTelemetry');
        return startTelemetry({ ...options, warn });
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        warn(`Telemetry could not be started: ${why}`);
        return undefined;
      }
    },
  };
}

const ENDPOINTS = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
];

function isWanted(environment: NodeJS.ProcessEnv): boolean {
  const isDisabled = environment['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true';
  return !isDisabled && ENDPOINTS.some((name) => (environment[name] ?? '').trim() !== '');
}

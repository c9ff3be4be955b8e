import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Meter, Tracer } from '@opentelemetry/api';
import { getNumberFromEnv, setGlobalErrorHandler } from '@opentelemetry/core';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { version } from '../../../package.json';
import type { CollectorConnection } from './collectorConnection';
import { openMetricExporter, openSpanExporter, type ReportFailure } from './openExporters';
import { readSignal, type Signal, type SignalSettings } from './signalSettings';

/** Milliseconds that the end of a run waits for the collector, at most. */
const FLUSH_MS = 3_000;
const METRIC_INTERVAL_MS = 60_000;

/** The conventions that the names are of: the last release of them that has those for generative AI. */
const CONVENTIONS = 'https://opentelemetry.io/schemas/1.41.0';

/** Where spans and figures go. */
export interface Pipeline {
  readonly tracer: Tracer;
  readonly meter: Meter;
  /** Sends what is left, for `FLUSH_MS` at most, then cuts all connections. Never rejects. */
  close(): Promise<void>;
}

export interface PipelineOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Called once at most. */
  readonly warn: ReportFailure;
  /** As in `TelemetryOptions`. */
  readonly flushMs?: number;
}

/** Opens what the environment asks for. */
export function openPipeline({ environment, warn, flushMs = FLUSH_MS }: PipelineOptions): Pipeline {
  const report = once(warn);
  // Each failure is reported by its exporter; the library would tell the whole process.
  setGlobalErrorHandler(() => undefined);
  const [traces, metrics] = (['TRACES', 'METRICS'] as const).map((signal) =>
    settingsOf(environment, signal, report),
  );
  const spans = traces && openSpanExporter(traces, report);
  const figures = metrics && openMetricExporter(metrics, report, wantsDelta(environment));
  const resource = defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': 'devs',
        'service.version': version,
        'service.instance.id': randomUUID(),
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }));
  const tracers = new BasicTracerProvider({
    resource,
    spanProcessors: spans ? [new BatchSpanProcessor(spans.exporter)] : [],
  });
  const meters = new MeterProvider({
    resource,
    readers: figures ? [periodicReader(figures.exporter)] : [],
  });
  const about = { schemaUrl: CONVENTIONS };
  return {
    tracer: tracers.getTracer('devs', version, about),
    meter: meters.getMeter('devs', version, about),
    close: async () => {
      const rest = [
        sendRest(tracers.shutdown(), spans?.connection),
        sendRest(meters.shutdown(), figures?.connection),
      ];
      const isSent = await within(flushMs, Promise.all(rest));
      if (!isSent) report('Telemetry could not be sent: the collector has not answered in time.');
      spans?.connection.cut();
      figures?.connection.cut();
    },
  };
}

function settingsOf(
  environment: NodeJS.ProcessEnv,
  signal: Signal,
  report: ReportFailure,
): SignalSettings | undefined {
  const read = readSignal(environment, signal);
  if (read.kind === 'problem') report(`Telemetry is not sent: ${read.message}`);
  return read.kind === 'on' ? read.settings : undefined;
}

function periodicReader(
  exporter: ConstructorParameters<typeof PeriodicExportingMetricReader>[0]['exporter'],
): PeriodicExportingMetricReader {
  const positive = (name: string): number | undefined => {
    const value = getNumberFromEnv(name);
    return value !== undefined && value > 0 ? value : undefined;
  };
  const interval = positive('OTEL_METRIC_EXPORT_INTERVAL') ?? METRIC_INTERVAL_MS;
  const timeout = positive('OTEL_METRIC_EXPORT_TIMEOUT') ?? interval;
  return new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: interval,
    exportTimeoutMillis: Math.min(timeout, interval),
  });
}

function wantsDelta(environment: NodeJS.ProcessEnv): boolean {
  const preference = environment['OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE'] ?? '';
  return ['delta', 'lowmemory'].includes(preference.trim().toLowerCase());
}

function once(warn: ReportFailure): ReportFailure {
  let hasWarned = false;
  return (message) => {
    if (hasWarned) return;
    hasWarned = true;
    warn(message);
  };
}

/** Resolves when all is sent, or cannot be; each failure has been reported. */
async function sendRest(
  work: Promise<void>,
  connection: CollectorConnection | undefined,
): Promise<void> {
  const sent = work.catch(() => undefined);
  await (connection === undefined ? sent : Promise.race([sent, connection.whenBroken()]));
}

/** Whether the work ended in time. */
async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  const stop = new AbortController();
  const late = wait(ms, false, { signal: stop.signal }).catch(() => false);
  const isDone = await Promise.race([work.then(() => true), late]);
  stop.abort();
  return isDone;
}

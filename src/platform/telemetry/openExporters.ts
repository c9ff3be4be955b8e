import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import { OTLPExporterBase, OTLPExporterError } from '@opentelemetry/otlp-exporter-base';
import { createOtlpHttpExportDelegate } from '@opentelemetry/otlp-exporter-base/node-http';
import {
  JsonMetricsSerializer,
  JsonTraceSerializer,
  MetricsExporterMetricsHelper,
  ProtobufMetricsSerializer,
  ProtobufTraceSerializer,
  TraceExporterMetricsHelper,
} from '@opentelemetry/otlp-transformer';
import { AggregationTemporality, type ResourceMetrics } from '@opentelemetry/sdk-metrics';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { CollectorConnection } from './collectorConnection';
import type { SignalSettings } from './signalSettings';

type Delegate<T> = ConstructorParameters<typeof OTLPExporterBase<T>>[0];

/** Tells that something could not be sent; the message names no header and repeats no answer. */
export type ReportFailure = (message: string) => void;

/** An exporter with its connection. */
export interface OpenExporter<E> {
  readonly exporter: E;
  readonly connection: CollectorConnection;
}

/** Sends spans. */
export function openSpanExporter(
  settings: SignalSettings,
  report: ReportFailure,
): OpenExporter<OTLPExporterBase<ReadableSpan[]>> {
  const fail = failureOf(settings, report);
  const connection = new CollectorConnection(settings, fail);
  const isJson = settings.protocol === 'http/json';
  const serializer = isJson ? JsonTraceSerializer : ProtobufTraceSerializer;
  const helper = TraceExporterMetricsHelper;
  const delegate = createOtlpHttpExportDelegate(
    ...([connection.options, serializer, 'otlp_http_span_exporter', helper, undefined] as const),
  );
  const exporter = new OTLPExporterBase(reporting(delegate, fail));
  return { exporter, connection };
}

/** Sends metrics; with `isDelta`, each time only what is new. */
export function openMetricExporter(
  settings: SignalSettings,
  report: ReportFailure,
  isDelta: boolean,
): OpenExporter<MetricExporter> {
  const fail = failureOf(settings, report);
  const connection = new CollectorConnection(settings, fail);
  const isJson = settings.protocol === 'http/json';
  const serializer = isJson ? JsonMetricsSerializer : ProtobufMetricsSerializer;
  const helper = MetricsExporterMetricsHelper;
  const delegate = createOtlpHttpExportDelegate(
    ...([connection.options, serializer, 'otlp_http_metric_exporter', helper, undefined] as const),
  );
  const exporter = new MetricExporter(reporting(delegate, fail), isDelta);
  return { exporter, connection };
}

class MetricExporter extends OTLPExporterBase<ResourceMetrics> {
  constructor(
    delegate: Delegate<ResourceMetrics>,
    private readonly isDelta: boolean,
  ) {
    super(delegate);
  }

  selectAggregationTemporality(): AggregationTemporality {
    return this.isDelta ? AggregationTemporality.DELTA : AggregationTemporality.CUMULATIVE;
  }
}

/** The same delegate; whatever it cannot send is reported, and never throws. */
function reporting<T>(delegate: Delegate<T>, fail: (error: unknown) => void): Delegate<T> {
  return {
    export: (items, done) => {
      const end = (result: ExportResult): void => {
        if (result.code === ExportResultCode.FAILED) fail(result.error);
        done(result);
      };
      try {
        delegate.export(items, end);
      } catch (error) {
        end({ code: ExportResultCode.FAILED, error: error as Error });
      }
    },
    forceFlush: () => delegate.forceFlush(),
    shutdown: () => delegate.shutdown(),
    setMetrics: (metrics) => delegate.setMetrics(metrics),
  };
}

/** Reports an error, without a password in the address. */
function failureOf({ url }: SignalSettings, report: ReportFailure): (error: unknown) => void {
  const { origin, pathname } = new URL(url);
  return (error) =>
    report(`Telemetry could not be sent to ${origin}${pathname}: ${describe(error)}.`);
}

/** What a collector answers may repeat what it was sent, keys included: only its status is told. */
function describe(error: unknown): string {
  if (error instanceof OTLPExporterError)
    return error.code === undefined ? 'it is busy' : `it answered with status ${error.code}`;
  if (!(error instanceof Error)) return String(error);
  // Of several addresses of one name, each refused, only the code is told.
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
}

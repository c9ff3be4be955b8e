import { startModelServer, type ModelRequest, type ScriptedAnswer } from './modelServer';

/** A value of OTLP/JSON. */
interface OtlpValue {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
}
export type OtlpAttributes = readonly { readonly key: string; readonly value: OtlpValue }[];

export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1: internal. */
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: OtlpAttributes;
  readonly events: readonly { readonly name: string; readonly attributes: OtlpAttributes }[];
  /** Code 2: an error. */
  readonly status: { readonly code?: number; readonly message?: string };
}

interface OtlpPoint {
  readonly attributes: OtlpAttributes;
  /** Of a histogram. */
  readonly sum?: number;
  readonly count?: number | string;
  readonly explicitBounds?: readonly number[];
  /** Of a counter. */
  readonly asDouble?: number;
  readonly asInt?: number | string;
}

export interface OtlpMetric {
  readonly name: string;
  readonly unit: string;
  readonly histogram?: { readonly dataPoints: readonly OtlpPoint[] };
  readonly sum?: { readonly dataPoints: readonly OtlpPoint[]; readonly isMonotonic: boolean };
}

interface Scope {
  readonly scope: { readonly name: string };
  readonly schemaUrl?: string;
}
interface OtlpBody {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes: OtlpAttributes };
    readonly scopeSpans: readonly (Scope & { readonly spans: readonly OtlpSpan[] })[];
  }[];
  readonly resourceMetrics?: readonly {
    readonly resource: { readonly attributes: OtlpAttributes };
    readonly scopeMetrics: readonly (Scope & { readonly metrics: readonly OtlpMetric[] })[];
  }[];
}

/** A collector on loopback that receives OTLP/JSON over HTTP. */
export interface OtlpCollector {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly endpoint: string;
  readonly requests: readonly ModelRequest[];
  /** All received spans. */
  spans(): readonly OtlpSpan[];
  /** The newest state of each metric. */
  metrics(): readonly OtlpMetric[];
  /** Attributes of what sends. */
  resource(): Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

/** Starts a collector that answers each request with `answer`; absent: it takes all. */
export async function startCollector(answer?: ScriptedAnswer): Promise<OtlpCollector> {
  const server = await startModelServer(() => answer ?? { kind: 'json', body: {} });
  const bodies = (): readonly OtlpBody[] => server.requests.map(({ body }) => body as OtlpBody);
  return {
    endpoint: server.url.replace(/\/v1$/, ''),
    requests: server.requests,
    spans: () =>
      bodies()
        .flatMap(({ resourceSpans = [] }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans),
    metrics: () => [
      ...new Map(
        bodies()
          .flatMap(({ resourceMetrics = [] }) => resourceMetrics)
          .flatMap(({ scopeMetrics }) => scopeMetrics)
          .flatMap(({ metrics }) => metrics)
          .map((metric) => [metric.name, metric] as const),
      ).values(),
    ],
    resource: () =>
      Object.assign(
        {},
        ...bodies()
          .flatMap(({ resourceSpans = [], resourceMetrics = [] }) => [
            ...resourceSpans,
            ...resourceMetrics,
          ])
          .map(({ resource }) => valuesOf(resource.attributes)),
      ) as Readonly<Record<string, unknown>>,
    close: () => server.close(),
  };
}

/** Attributes by name. */
export function valuesOf(attributes: OtlpAttributes): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.intValue === undefined ? Object.values(value)[0] : Number(value.intValue),
    ]),
  );
}

/** The spans as a tree, a line each, in the order in which they began. */
export function treeOf(
  spans: readonly OtlpSpan[],
  parent?: string,
  indent = '',
): readonly string[] {
  return spans
    .filter(({ parentSpanId = '' }) => parentSpanId === (parent ?? ''))
    .toSorted((one, other) =>
      BigInt(one.startTimeUnixNano) < BigInt(other.startTimeUnixNano) ? -1 : 1,
    )
    .flatMap(({ name, spanId }) => [`${indent}${name}`, ...treeOf(spans, spanId, `${indent}  `)]);
}

/** The sum of a metric over its points that have these attributes. */
export function sumOf(
  metrics: readonly OtlpMetric[],
  name: string,
  having: Readonly<Record<string, unknown>> = {},
): number {
  const metric = metrics.find((each) => each.name === name);
  const points = metric?.histogram?.dataPoints ?? metric?.sum?.dataPoints ?? [];
  return points
    .filter(({ attributes }) => {
      const values = valuesOf(attributes);
      return Object.entries(having).every(([key, value]) => values[key] === value);
    })
    .reduce(
      (sum, { sum: total, asDouble, asInt }) => sum + (total ?? asDouble ?? Number(asInt)),
      0,
    );
}

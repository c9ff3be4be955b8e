import { valuesOf, type OtlpAttributes, type OtlpMetric, type OtlpSpan } from './otlpCollector';

/**
 * Facts from the semantic conventions of OpenTelemetry, release 1.41.0 (`model/gen-ai` and what it refers to): names, types, values
 * and what is required. Only what is listed here may be sent under these names.
 */
const ATTRIBUTES: Readonly<Record<string, 'string' | 'int' | readonly string[]>> = {
  'error.type': 'string',
  'gen_ai.agent.name': 'string',
  'gen_ai.conversation.id': 'string',
  'gen_ai.input.messages': 'string',
  'gen_ai.operation.name': [
    'chat',
    'create_agent',
    'embeddings',
    'execute_tool',
    'generate_content',
    'invoke_agent',
    'invoke_workflow',
    'retrieval',
    'text_completion',
  ],
  'gen_ai.output.messages': 'string',
  'gen_ai.provider.name': [
    'anthropic',
    'aws.bedrock',
    'azure.ai.inference',
    'azure.ai.openai',
    'cohere',
    'deepseek',
    'gcp.gemini',
    'gcp.gen_ai',
    'gcp.vertex_ai',
    'groq',
    'ibm.watsonx.ai',
    'mistral_ai',
    'openai',
    'perplexity',
    'x_ai',
    // The conventions allow others: ours where nothing tells the provider.
    'unknown',
  ],
  'gen_ai.request.model': 'string',
  'gen_ai.response.model': 'string',
  'gen_ai.system_instructions': 'string',
  'gen_ai.token.type': ['input', 'output'],
  'gen_ai.tool.call.arguments': 'string',
  'gen_ai.tool.call.result': 'string',
  'gen_ai.tool.name': 'string',
  'gen_ai.usage.cache_creation.input_tokens': 'int',
  'gen_ai.usage.cache_read.input_tokens': 'int',
  'gen_ai.usage.input_tokens': 'int',
  'gen_ai.usage.output_tokens': 'int',
  'gen_ai.workflow.name': 'string',
  'process.exit.code': 'int',
};

/** Spans by operation: the attribute at the end of their name, and those that they must have. */
const SPANS: Readonly<
  Record<string, { readonly named: string; readonly required: readonly string[] }>
> = {
  execute_tool: { named: 'gen_ai.tool.name', required: ['gen_ai.tool.name'] },
  invoke_agent: { named: 'gen_ai.agent.name', required: ['gen_ai.provider.name'] },
  invoke_workflow: { named: 'gen_ai.workflow.name', required: [] },
};

const INTERNAL = 1;
const ERROR = 2;

const METRICS: Readonly<
  Record<
    string,
    {
      readonly unit: string;
      readonly bounds: readonly number[];
      readonly required: readonly string[];
    }
  >
> = {
  'gen_ai.client.token.usage': {
    unit: '{token}',
    bounds: [
      1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864,
    ],
    required: ['gen_ai.operation.name', 'gen_ai.provider.name', 'gen_ai.token.type'],
  },
  'gen_ai.client.operation.duration': {
    unit: 's',
    bounds: [
      0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
    ],
    required: ['gen_ai.operation.name', 'gen_ai.provider.name'],
  },
};

/** Where spans differ from the conventions, a line each; empty where they do not. */
export function spanViolations(spans: readonly OtlpSpan[]): readonly string[] {
  return spans.flatMap(({ name, kind, status, attributes, events }) => {
    const values = valuesOf(attributes);
    const operation = textOf(attributes, 'gen_ai.operation.name');
    const rule = SPANS[operation ?? ''];
    const hasFailed = status.code === ERROR;
    return [
      ...[attributes, ...events.map((event) => event.attributes)].flatMap(attributeViolations),
      ...(operation === undefined && !name.startsWith('devs.') ? ['it has no operation'] : []),
      ...(operation !== undefined && rule === undefined ? [`no span is of ${operation}`] : []),
      ...(rule?.required ?? []).filter((each) => values[each] === undefined).map(missing),
      ...(rule !== undefined && name !== `${operation} ${textOf(attributes, rule.named)}`
        ? ['its name is another one']
        : []),
      ...(kind === INTERNAL ? [] : [`its kind is ${kind}`]),
      ...(hasFailed === (values['error.type'] !== undefined)
        ? []
        : ['error.type and status differ']),
    ].map((problem) => `${name}: ${problem}`);
  });
}

/** Where metrics differ from the conventions. */
export function metricViolations(metrics: readonly OtlpMetric[]): readonly string[] {
  return metrics.flatMap(({ name, unit, histogram, sum }) => {
    const rule = METRICS[name];
    const points = histogram?.dataPoints ?? sum?.dataPoints ?? [];
    const isOurs = name.startsWith('devs.');
    return [
      ...points.flatMap(({ attributes }) => attributeViolations(attributes)),
      ...(rule === undefined && !isOurs ? ['no metric has this name'] : []),
      ...(rule === undefined || rule.unit === unit ? [] : [`its unit is ${unit}`]),
      ...(rule === undefined || histogram !== undefined ? [] : ['it is no histogram']),
      ...points.flatMap(({ attributes, explicitBounds = [] }) => {
        const values = valuesOf(attributes);
        const hasBounds = rule === undefined || explicitBounds.join() === rule.bounds.join();
        return [
          ...(rule?.required ?? []).filter((each) => values[each] === undefined).map(missing),
          ...(hasBounds ? [] : ['it has other bounds']),
        ];
      }),
    ].map((problem) => `${name}: ${problem}`);
  });
}

function attributeViolations(attributes: OtlpAttributes): readonly string[] {
  return attributes.flatMap(({ key, value }) => {
    if (key.startsWith('devs.')) return [];
    const type = ATTRIBUTES[key];
    if (type === undefined) return [`no attribute is named ${key}`];
    if (type === 'int') return value.intValue === undefined ? [`${key} is no int`] : [];
    if (value.stringValue === undefined) return [`${key} is no string`];
    const isKnown = type === 'string' || type.includes(value.stringValue);
    return isKnown ? [] : [`${key} is ${value.stringValue}`];
  });
}

function textOf(attributes: OtlpAttributes, name: string): string | undefined {
  return attributes.find(({ key }) => key === name)?.value.stringValue;
}

function missing(name: string): string {
  return `${name} is missing`;
}

import type { Schema } from './schemaAt';

/** What a schema says of its value, as Markdown: its description, its range or choice, and its default; '' for nothing. */
export function describeSchema(schema: Schema): string {
  const { description = '', minimum, maximum, enum: choice, default: preset } = schema;
  const facts = [
    minimum === undefined || maximum === undefined ? '' : `${minimum} – ${maximum}`,
    choice === undefined ? '' : `one of ${choice.map(asCode).join(', ')}`,
    preset === undefined ? '' : `default ${asCode(preset)}`,
  ].filter((fact) => fact !== '');
  return [description, facts.join(' · ')].filter((part) => part !== '').join('\n\n');
}

function asCode(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

import type { Step } from '../../../model/steps/step';
import { readShownFields } from './readShownFields';

/** Maximum length of arguments of which the fields are read, in characters. */
const MAX_READ = 256 * 1024;

/** The arguments of a call in full, as a person reads them: its only field, else a line or block for each; never JSON. */
export function describeArguments({ args }: Pick<Step, 'args'>): string {
  const fields = args.length > MAX_READ ? [] : readShownFields(args);
  const [only, ...more] = fields;
  if (only === undefined) return args;
  if (more.length === 0) return only[1];
  return fields
    .map(([name, value]) => `${name}:${value.includes('\n') ? `\n${value}` : ` ${value}`}`)
    .join('\n');
}

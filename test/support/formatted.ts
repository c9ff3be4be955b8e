import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, type FormatConfig } from 'oxfmt';

const { printWidth, singleQuote } = JSON.parse(
  readFileSync(join(__dirname, '../../.oxfmtrc.json'), 'utf8'),
) as Required<FormatConfig>;

/** A text as `npm run format` would write it into this file. */
export async function formatted(file: string, text: string): Promise<string> {
  const { code, errors } = await format(file, text, { printWidth, singleQuote });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return code;
}

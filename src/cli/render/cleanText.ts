import type { CleanAnswer } from '../../app/api/answers';
import { printable, printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';
import { diskUseLine } from './diskUseLine';

export interface CleanTextOptions {
  readonly style: Style;
  readonly dryRun: boolean;
}

/** Output of `devs clean`: removals with reasons, freed bytes, disk use. */
export function cleanText(
  { removed, message, use }: Extract<CleanAnswer, { readonly ok: true }>,
  { style, dryRun }: CleanTextOptions,
): string {
  const headline = dryRun ? 'Would be removed' : 'Removed';
  const list = removed.map((line) => `  ${printableLine(line)}`);
  const lines = [
    ...(list.length === 0 ? [] : [style.bold(headline), ...list, '']),
    ...printable(message).split('\n'),
    '',
    style.dim(diskUseLine(use)),
  ];
  return `${lines.join('\n')}\n`;
}

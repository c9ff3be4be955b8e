import type { LineCount } from './lineCount';
import { attribute, children, wholeNumber, type Element } from './xmlDocument';

/**
 * Lines of a Cobertura XML document, from its counters; where it has only a rate, that rate of one
 * line. Undefined for XML of another kind, without any line, or with impossible numbers.
 */
export function coberturaLines(document: Element): LineCount | undefined {
  const [coverage] = children(document, 'coverage');
  if (coverage === undefined) return undefined;
  const total = wholeNumber(coverage, 'lines-valid');
  const covered = wholeNumber(coverage, 'lines-covered');
  if (total === undefined || covered === undefined) return rateOf(coverage);
  return total > 0 && covered <= total ? { covered, total } : undefined;
}

function rateOf(coverage: Element): LineCount | undefined {
  const text = attribute(coverage, 'line-rate') ?? '';
  const rate = /^\d(?:\.\d{0,20})?$/.test(text) ? Number(text) : NaN;
  return rate <= 1 ? { covered: rate, total: 1 } : undefined;
}

import type { TestRun } from '../../model/verification/testRun';
import { coberturaLines } from './coberturaReport';
import { jestRun } from './jestReport';
import { junitRun } from './junitReport';
import { parseLcov } from './lcovReport';
import type { LineCount } from './lineCount';
import { mochaRun } from './mochaReport';
import { parseTap } from './tapReport';
import { parseXml } from './xmlDocument';

/** Result of one report. */
export type Report =
  | { readonly kind: 'junit' | 'json' | 'tap'; readonly tests: TestRun }
  | { readonly kind: 'lcov' | 'cobertura'; readonly lines: LineCount };

/**
 * Reads a report of any file name: JUnit XML, JSON of Jest, Vitest or Mocha, TAP, LCOV, Cobertura
 * XML. Undefined for anything else, and for damaged, truncated or empty reports. Never throws.
 */
export function parseReport(text: string): Report | undefined {
  // Counts as white space: a byte order mark.
  const body = text.trimStart();
  try {
    if (body.startsWith('<')) return readXml(body);
    if (body.startsWith('{')) return readJson(body);
    return readLines(body);
  } catch {
    // Damaged, or beyond the limits of the library (nesting, entities).
    return undefined;
  }
}

function readXml(text: string): Report | undefined {
  const document = parseXml(text);
  if (document === undefined) return undefined;
  const lines = coberturaLines(document);
  return lines ? { kind: 'cobertura', lines } : report('junit', junitRun(document));
}

function readJson(text: string): Report | undefined {
  const document: unknown = JSON.parse(text);
  return report('json', jestRun(document) ?? mochaRun(document));
}

function readLines(text: string): Report | undefined {
  const lines = parseLcov(text);
  return lines ? { kind: 'lcov', lines } : report('tap', parseTap(text));
}

function report(kind: 'junit' | 'json' | 'tap', tests: TestRun | undefined): Report | undefined {
  return tests && { kind, tests };
}

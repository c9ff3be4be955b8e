import { findExternalFailure } from '../../src/rules/failure/external/externalFailure';
import { outputLines } from '../../src/rules/output/outputLines';
import { failureSignature } from '../../src/rules/failure/signature/failureSignature';
import { readClosingLines } from '../../src/rules/testRuns/closingLines';
import { alternately, type Measure } from './alternately';
import { OUTPUT_TEXTS } from './outputReadingTexts';
import { timeTable, type Series, type Table } from './table';

const ROUNDS = { runs: 10, atLeast: 3, withinMs: 3_000 };

/** What reading all of a failed verification's output costs, 10 MB of it. */
export async function measureOutputReading(): Promise<Table> {
  const series: Series[] = [];
  for (const [kind, make] of Object.entries(OUTPUT_TEXTS))
    series.push(...(await measureKind(kind, make())));
  return timeTable('Reading an output of 10 MB', series);
}

/** The peer splits the same text and tries one plain pattern on each of its lines. */
async function measureKind(kind: string, text: string): Promise<readonly Series[]> {
  const { reading, peer } = await alternately(ROUNDS, {
    reading: timed(() => readAll(text)),
    peer: timed(() => text.split('\n').filter((line) => /\berror\b/i.test(line)).length),
  });
  return [
    { what: kind, ms: reading, peer },
    { what: '  peer: lines that match one pattern', ms: peer },
  ];
}

function readAll(text: string): unknown {
  const lines = outputLines(text);
  const tests = readClosingLines(lines);
  const now = new Date('2026-11-22T02:00:00Z');
  return [
    findExternalFailure({ lines, speaker: 'verification', now }),
    failureSignature({
      lines,
      failingTests: tests?.failingTests ?? [],
      end: 'exit code 1',
      workspace: '/home/dev/shop',
    }),
  ];
}

function timed(work: () => unknown): Measure {
  return () => {
    const start = performance.now();
    work();
    return Promise.resolve(performance.now() - start);
  };
}

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { STEP_DETECTORS, type StepDetectorName } from '../../../src/model/steps/step';
import { tracesIn, watchSteps } from '../../support/stepTraces';

const PAGE = readFileSync(resolve(__dirname, '../../../docs/detection.md'), 'utf8');

interface Row {
  /** Quotes of the first column, each as its fixed parts in order. */
  readonly quotes: readonly (readonly string[])[];
  readonly section: string;
}

function rows(): readonly Row[] {
  return [...PAGE.matchAll(/^\| (.+?) +\| \[`?(.+?)`?\]\(#\S+\) +\|$/gm)].map(
    ([, seen = '', section = '']) => ({
      quotes: [...seen.matchAll(/_(.+?)_/g)].map(([, quote = '']) =>
        quote.split('…').map((part) => part.trim()),
      ),
      section,
    }),
  );
}

function isSaid(parts: readonly string[], message: string): boolean {
  let from = 0;
  return parts.every((part) => {
    const at = message.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
}

/** What a detector said of loops, each text once. */
function messagesOf(detector: StepDetectorName): readonly string[] {
  const said = tracesIn(detector.replaceAll(' ', '-'))
    .filter(({ loop }) => loop !== undefined)
    .flatMap(({ steps }) => watchSteps(steps))
    .filter((each) => each.level === 'stuck' && each.detector === detector)
    .map(({ message }) => message);
  return [...new Set(said)];
}

/** The messages that a section quotes. */
function quotesBelow(detector: StepDetectorName): readonly string[] {
  const title = detector.charAt(0).toUpperCase() + detector.slice(1);
  const [, section = ''] = PAGE.split(`\n### ${title}\n`);
  const [, quoted = ''] = /^> (.+)$/m.exec(section) ?? [];
  return quoted.split(' · ').map((quote) => quote.replace(/^_|_$/g, ''));
}

/** Shortest part that tells one message from another. */
const MIN_PART = 6;

/** What does not vary of a message: not its calls, its numbers, and what it quotes after a colon. */
function fixedParts(quote: string): readonly string[] {
  const [start = ''] = quote.split(': ', 1);
  return start
    .split(/…|`[^`]*`|\d+/)
    .map((part) => part.replace(/^[\s,.]+|[\s,.]+$/g, ''))
    .filter((part) => part.length >= MIN_PART);
}

describe('the page that explains why a task was stopped', () => {
  for (const detector of STEP_DETECTORS)
    it(`leads from what is on the screen to "${detector}"`, () => {
      const quotes = rows()
        .filter(({ section }) => section === detector)
        .flatMap((row) => row.quotes);
      const messages = messagesOf(detector);
      assert.ok(messages.length > 0);
      for (const message of messages)
        assert.ok(
          quotes.some((parts) => isSaid(parts, message)),
          `no row for: ${message}`,
        );
      for (const parts of quotes)
        assert.ok(
          messages.some((message) => isSaid(parts, message)),
          `never said: ${parts.join(' … ')}`,
        );
    });

  for (const detector of STEP_DETECTORS)
    it(`quotes below "${detector}" what Devs says`, () => {
      const said = messagesOf(detector).join('\n');
      const unsaid = quotesBelow(detector)
        .flatMap(fixedParts)
        .filter((part) => !said.includes(part));
      assert.deepEqual(unsaid, []);
      assert.ok(quotesBelow(detector).length > 0);
    });

  it('has a section for each row of the table', () => {
    const sections = PAGE.match(/^#{2,3} .+$/gm)?.map((title) => title.replace(/^#+ /, ''));
    const found = rows().map(({ section }) => section);
    const missing = found.filter((each) => !sections?.some((title) => isTitle(title, each)));
    assert.deepEqual(missing, []);
    assert.ok(found.length > STEP_DETECTORS.length);
  });
});

function isTitle(title: string, section: string): boolean {
  return title.toLowerCase() === section.toLowerCase();
}

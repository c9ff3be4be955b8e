import { doesNotMatch, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { escapeMarkdown } from '../../../src/text/markdown';

describe('text from outside in Markdown', () => {
  it('is a sentence without HTML, links, pictures or code', () => {
    const said = 'see [a](command:x) ![p](y) <b>now</b> `rm` &amp; *x*';
    const shown = 'see \\[a\\](command:x) !\\[p\\](y) \\<b\\>now\\</b\\> \\`rm\\` \\&amp; \\*x\\*';
    equal(escapeMarkdown(said), shown);
  });

  it('ends no code that follows it, whatever it is', () => {
    const odd = fc.string({ unit: fc.constantFrom('`', '\\', '[', ']', '(', 'a', ' ') });
    fc.assert(
      fc.property(odd, (text) => {
        doesNotMatch(escapeMarkdown(text).replace(/\\[^a-z ]/g, ''), /[`[]/);
      }),
    );
  });
});

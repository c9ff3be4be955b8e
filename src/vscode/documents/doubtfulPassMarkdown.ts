import type { DoubtfulPassView } from '../../reports/pause/doubtfulPass';
import { codeBlock, inlineCode } from '../../text/markdown';
import { capitalise } from '../../text/sentence';

/** Paragraphs with the facts about a doubtful pass and the diff of its tests. */
export function doubtfulPassMarkdown(pass: DoubtfulPassView | undefined): readonly string[] {
  if (pass === undefined) return [];
  return [
    '## Why the pass is doubtful',
    doubtFacts(pass),
    ...(pass.diff === '' ? [] : ['## How the tests changed', codeBlock(pass.diff, 'diff')]),
  ];
}

/** The facts about a doubtful pass as a list. */
export function doubtFacts({ facts }: DoubtfulPassView): string {
  return facts
    .map(({ label, items }) => `- ${capitalise(label)}: ${items.map(inlineCode).join(', ')}`)
    .join('\n');
}

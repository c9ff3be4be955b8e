import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { outputLines } from '../../../../../src/rules/output/outputLines';
import { findExternalFailure } from '../../../../../src/rules/failure/external/externalFailure';
import { isExplainedByChange } from '../../../../../src/rules/failure/external/isExplainedByChange';
import { NOW } from './corpus/entry';

/** The output of a failed verification, written by someone who did not know the rules. */
interface Entry {
  readonly client: string;
  readonly command: string;
  readonly output: string;
  /** `outage`: nothing of the project caused it; `own`: the project did. */
  readonly kind: 'outage' | 'own';
  readonly why: string;
  /** Why rules leave this outage to the agent; absent if they recognise it. */
  readonly missed?: string;
  /** The file that the agent changed; absent: one that has nothing to do with it. */
  readonly changed?: string;
}

const CORPUS = JSON.parse(
  readFileSync('test/fixtures/outages/corpus.json', 'utf8'),
) as readonly Entry[];

/** Whether the failure is external after an agent's change, as the engine decides it. */
function isExternal({ output, changed = 'src/cart.js' }: Entry): boolean {
  const lines = outputLines(output);
  const found = findExternalFailure({ speaker: 'verification', lines, now: NOW });
  if (found === undefined) return false;
  return !isExplainedByChange(found, {
    goal: 'Add the totals.',
    files: [changed],
    texts: new Map([[changed, 'export const total = 0;\n']]),
    declared: new Set(),
    permittedBefore: false,
  });
}

describe('verifications that meet an outage, and others that look so', () => {
  for (const entry of CORPUS) {
    const { client, command, kind, why, missed } = entry;
    const name = missed === undefined ? why : `${why} Left to the agent: ${missed}.`;
    it(`${kind}, ${client}, ${command}: ${name}`, () => {
      assert.equal(isExternal(entry), kind === 'outage' && missed === undefined);
    });
  }

  it('recognises at least 90 of 100 outages, and nearly as many kinds of clients', () => {
    const outages = CORPUS.filter(({ kind }) => kind === 'outage');
    const recognised = outages.filter(isExternal);
    assert.ok(recognised.length / outages.length >= 0.9);
    assert.ok(new Set(recognised.map(({ client }) => client)).size >= 50);
    assert.ok(CORPUS.length - outages.length >= 100);
  });
});

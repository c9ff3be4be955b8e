import assert from 'node:assert/strict';
import {
  SAME_REQUEST,
  lexicalSimilarity,
} from '../../../../src/rules/similarity/lexicalSimilarity';
import {
  addRepeatedQueryMarker,
  findRepeatedQuery,
} from '../../../../src/rules/edges/repeatedQuery';
import type { ResearchQuality, ResearchResult } from '../../../../src/model/hops/roleMemory';

const RESEARCH: readonly ResearchResult[] = [
  { query: 'Where is the login checked?', result: 'in src/auth.ts', state: 's1' },
  { query: 'Which tables hold sessions?', result: 'sessions', state: 's1' },
  { query: 'Where is the login checked?', result: 'in src/login.ts', state: 's2' },
];
const QUALITY: ResearchQuality = { lastQuery: 'where?', attemptCount: 2, reasons: '' };

/** The result that answers a query on a state, as a program with the lexical similarity finds it. */
function known(query: string, state: string): string | undefined {
  const similarities = RESEARCH.map((each) => lexicalSimilarity(each.query, query));
  return findRepeatedQuery(RESEARCH, { query, state }, similarities, SAME_REQUEST)?.result;
}

describe('a researcher that is asked the same again', () => {
  it('has the last result for the same query on the same files', () => {
    assert.equal(known('Where is the login checked?', 's1'), 'in src/auth.ts');
    assert.equal(known('Where is the login checked?', 's2'), 'in src/login.ts');
  });

  it('has it for a query in other words', () => {
    assert.equal(known('Where exactly is login checked?', 's1'), 'in src/auth.ts');
    assert.equal(known('  which tables hold SESSIONS', 's1'), 'sessions');
  });

  it('must look again when the files changed, or it is not known whether they did', () => {
    assert.equal(known('Which tables hold sessions?', 's2'), undefined);
    assert.equal(known('Where is the login checked?', 's3'), undefined);
    const unknown = [{ query: 'where?', result: 'here', state: '' }];
    assert.equal(findRepeatedQuery(unknown, { query: 'where?', state: '' }, [1], 0.85), undefined);
  });

  it('must look when something else is asked', () => {
    assert.equal(known('Where is the logout checked?', 's1'), undefined);
    assert.equal(known('Who calls createSession?', 's1'), undefined);
  });

  it('takes the newest of several results', () => {
    const twice = [...RESEARCH, { query: 'login check', result: 'nowhere', state: 's1' }];
    const asked = { query: 'the login check', state: 's1' };
    assert.equal(findRepeatedQuery(twice, asked, [0.9, 0, 0, 0.9], 0.85)?.result, 'nowhere');
  });

  it('goes by the threshold, and a similarity that is no number is none', () => {
    const asked = { query: 'x', state: 's1' };
    assert.equal(findRepeatedQuery(RESEARCH, asked, [0.85, 0, 0], 0.85), undefined);
    assert.equal(findRepeatedQuery(RESEARCH, asked, [0.86, 0, 0], 0.85)?.result, 'in src/auth.ts');
    assert.equal(findRepeatedQuery(RESEARCH, asked, [Number.NaN], 0.85), undefined);
    assert.equal(findRepeatedQuery([], asked, [], 0.85), undefined);
  });
});

describe('what the planner is told of a repeated query', () => {
  it('is the marker of the planner-loops decision, at the end of what was said before', () => {
    const reasons = '\n\nNo new information found; repeated query "where?".';
    assert.deepEqual(addRepeatedQueryMarker(QUALITY, 'where?'), { ...QUALITY, reasons });
    const before = { ...QUALITY, reasons: 'Two files were too long.' };
    assert.equal(
      addRepeatedQueryMarker(before, 'where?').reasons,
      `Two files were too long.${reasons}`,
    );
  });

  it('stays bounded however often and however long the query is', () => {
    let quality: ResearchQuality = { ...QUALITY, reasons: 'first' };
    for (let time = 1; time <= 12; time += 1) quality = addRepeatedQueryMarker(quality, `q${time}`);
    assert.ok(
      quality.reasons.startsWith('first\n\nNo new information found; repeated query "q3".'),
    );
    assert.ok(quality.reasons.endsWith('repeated query "q12".'));
    for (let time = 0; time < 30; time += 1) {
      quality = addRepeatedQueryMarker(
        quality,
        `"\n\nNo new information found; repeated query "${'x'.repeat(1e6)}`,
      );
    }
    assert.ok(quality.reasons.length < 20_000);
  });
});

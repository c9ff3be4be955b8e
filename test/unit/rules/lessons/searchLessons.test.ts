import assert from 'node:assert/strict';
import { searchLessons } from '../../../../src/rules/lessons/searchLessons';
import { lessonOf } from './lessonSamples';
import { TUNED_PAIRS } from './tunedPairs';
import { TUNED_UNRELATED } from './tunedUnrelated';
import { UNTOUCHED_PAIRS } from './untouchedPairs';
import { UNTOUCHED_UNRELATED } from './untouchedUnrelated';

const PORT = lessonOf('Error: listen EADDRINUSE: address already in use :::3000', {
  id: 'port',
  taskId: 'start-server',
  text: 'Close the server in an after hook of the tests.',
});
const LOCKED = lessonOf('sqlite3.OperationalError: database is locked', {
  id: 'locked',
  taskId: 'parallel-writes',
  agent: 'codex',
  text: 'Turn on the write-ahead log.',
});

function ids(text: string): readonly string[] {
  return searchLessons([PORT, LOCKED], text).map(({ lesson }) => lesson.id);
}

describe('searching lessons', () => {
  const QUESTIONS: readonly (readonly [string, string])[] = [
    ['address in use', 'port'],
    ['EADDRINUSE', 'port'],
    ['after hook', 'port'],
    ['start-server', 'port'],
    ['datab', 'locked'],
    ['write-ahead', 'locked'],
    ['CODEX', 'locked'],
  ];
  for (const [question, id] of QUESTIONS) {
    it(`finds by "${question}"`, () => assert.deepEqual(ids(question), [id]));
  }

  it('takes a whole failure as it was printed', () => {
    const printed = `> test\n> mocha\n\n\u001b[31mError: listen EADDRINUSE: address already in use 127.0.0.1:8080\u001b[0m
    at Server.setupListenHandle [as _listen2] (node:net:1937:16)\n    at Object.start (/srv/x/start.js:40:10)`;
    assert.deepEqual(ids(printed), ['port']);
  });

  it('finds nothing for nothing, for words that nobody said and for words that everybody says', () => {
    for (const text of ['', ' \n\t', 'kubernetes ingress', 'the of and', '\u0000\u001b[2J']) {
      assert.deepEqual(ids(text), [], JSON.stringify(text));
    }
  });

  it('finds as much by a failure as it was printed as by its signature, and no more', () => {
    const pairs = [...TUNED_PAIRS, ...UNTOUCHED_PAIRS];
    const lessons = pairs.map(({ kind, learned }) => lessonOf(learned, { id: kind }));
    const first = (text: string): string | undefined => searchLessons(lessons, text)[0]?.lesson.id;
    const right = pairs.filter(({ kind, later }) => first(later) === kind);
    assert.ok(right.length / pairs.length >= 0.9, `${right.length} of ${pairs.length}`);
    const unrelated = [...TUNED_UNRELATED, ...UNTOUCHED_UNRELATED];
    const mistaken = unrelated.filter(({ output }) => first(output) !== undefined);
    assert.deepEqual(
      mistaken.map(({ kind }) => kind),
      [],
    );
  });

  it('gives no more than it is asked for', () => {
    const lessons = Array.from({ length: 30 }, (_, index) => ({
      ...LOCKED,
      id: `lesson ${index}`,
    }));
    assert.equal(searchLessons(lessons, 'database').length, 20);
    assert.equal(searchLessons(lessons, 'database', 2).length, 2);
  });
});

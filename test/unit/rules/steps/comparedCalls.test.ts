import assert from 'node:assert/strict';
import { areSimilarCalls } from '../../../../src/rules/steps/text/areSimilarCalls';
import { toWords } from '../../../../src/rules/steps/text/toWords';
import { readFailureText } from '../../../../src/rules/steps/text/readFailureText';
import { ComparableText } from '../../../../src/rules/steps/text/comparableText';

function alike(a: string, b: string): boolean {
  return areSimilarCalls(toWords(a), toWords(b));
}

function like(a: string, b: string): boolean {
  return new ComparableText({ head: a }).isEquivalentTo(new ComparableText({ head: b }));
}

describe('two calls', () => {
  it('say nearly the same where only numbers, quotes and order differ', () => {
    assert.ok(alike('edit 10:12 return x', 'edit 11:13 return x'));
    assert.ok(alike("grep -n 'total' a", 'grep "total" -n a'));
    assert.ok(alike('{"a":"one two","b":3}', '{"b":4,"a":"two one"}'));
  });

  it('are two where a version, a path or an address is another one', () => {
    assert.ok(!alike('npm i left@4.1', 'npm i left@4.2'));
    const lint = (place: string): string =>
      `cd ${place} && npm run lint -- --max-warnings 0 --format unix --cache --quiet`;
    assert.ok(!alike(lint('packages/cart'), lint('packages/mail')));
    assert.ok(alike(lint('/tmp/try1'), lint('/tmp/try2')));
    assert.ok(!alike('{"url":"https://example.org/v3"}', '{"url":"https://example.org/v4"}'));
  });

  it('are two where one name stands in the place of another, however long they are', () => {
    const check = (language: string): string =>
      `node check.js --locale ${language} --source en --strict --report summary --keys all --quiet`;
    assert.ok(!alike(check('de'), check('fr')));
    assert.ok(alike(`${check('de')} --exit`, `${check('de')} --force --bail`));
  });
});

describe('two results', () => {
  const rest = 'one line\nanother line\n';

  it('are the same where one lost what npm prints before a script', () => {
    assert.ok(like(rest, `\n> shop@1.0.0 test\n> node --test\n\n${rest}`));
    assert.ok(!like('three\n', `\n> shop@1.0.0 test\n> node --test\n\n${rest}`));
  });

  it('are two where they begin with other quotes', () => {
    assert.ok(!like(`> from Ada\n> about ships\n\n${rest}`, `> from Bob\n> about cars\n\n${rest}`));
  });

  it('are not empty where npm alone has spoken', () => {
    assert.ok(!new ComparableText({ head: '\n> shop@1.0.0 build\n> tsc\n\n' }).isEmpty);
  });
});

describe('the words of a failure', () => {
  it('are the same at another line and of another call', () => {
    const of = (path: string, line: number) =>
      readFailureText(`${path}:${line}: no such field total`, JSON.stringify({ path }), false);
    assert.deepEqual(of('src/cart.ts', 10), of('src/order.ts', 12));
  });

  it('keep the numbers that were measured', () => {
    const of = (count: number) => readFailureText(`expected 3, got ${count}`, '{}', false);
    assert.notDeepEqual(of(4), of(5));
  });

  it('keep counts behind a colon or in brackets, but not line numbers there', () => {
    const of = (said: string) => readFailureText(said, '{"file":"src/cart.ts"}', false);
    assert.notDeepEqual(of('checks failed:14'), of('checks failed:9'));
    assert.notDeepEqual(of('expected [ …(12) ] to equal []'), of('expected [ …(3) ] to equal []'));
    assert.notDeepEqual(of('process called exit(3)'), of('process called exit(4)'));
    for (const place of ['main.go:LINE', 'src/cart.ts(LINE,7): bad', 'Makefile:LINE: bad'])
      assert.deepEqual(of(place.replace('LINE', '12')), of(place.replace('LINE', '80')), place);
  });
});

describe('two results', () => {
  it('are alike where only times, ids and the order of lines differ', () => {
    assert.ok(like('ran in 12ms\npid: 812', 'ran in 380ms\npid: 4411'));
    assert.ok(
      like(
        'request id: 7993e693-e243-4e0f-be0c-6067e265c035',
        'request id: 1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
      ),
    );
    assert.ok(like('a passed in 3ms\nb passed in 4ms', 'b passed in 9ms\na passed in 1ms'));
  });

  it('say the same where only durations in words, ids and announcements differ', () => {
    assert.ok(like('waited 1 minute', 'waited 2 minutes'));
    assert.ok(like('done in 0 seconds', 'done in 1 second'));
    assert.ok(like('seen a minute ago', 'seen 12 minutes ago'));
    assert.ok(like('up 3 days, 2:10', 'up 3 days, 2:44'));
    assert.ok(like('X-Request-Id: 7fa1c20e', 'X-Request-Id: b03de9a4'));
    assert.ok(like('challenge 3af62e: refused', 'challenge 90bb1c: refused'));
    assert.ok(like('saved /var/log/run/4821.log', 'saved /var/log/run/517.log'));
    assert.ok(like('refused\nNext tool: deploy', 'refused\nNext tool: build'));
  });

  it('are not where a count or a share tells that something got on', () => {
    assert.ok(!like('3 failed', '1 failed'));
    assert.ok(!like('done 10 %', 'done 20 %'));
    assert.ok(!like('7 rows left', '6 rows left'));
    assert.ok(!like('12 of 40', '13 of 40'));
    assert.ok(!like('10 minutes left', '9 minutes left'));
    assert.ok(!like('colour #3af62e', 'colour #90bb1c'));
    assert.ok(!like('the next page has 12 rows', 'the next page has 9 rows'));
  });
});

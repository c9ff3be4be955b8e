import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseReport } from '../../../../src/platform/verification/parseReport';
import type { TestRun } from '../../../../src/model/verification/testRun';

function counts(passed: number, failed: number, skipped: number, errors = 0): object {
  return { passed, failed, skipped, errors };
}

function runOf(text: string): TestRun | undefined {
  const report = parseReport(text);
  return report?.kind === 'junit' ? report.tests : undefined;
}

function countsOf(text: string): object | undefined {
  const run = runOf(text);
  return run && counts(run.passed, run.failed, run.skipped, run.errors);
}

function failingIn(cases: string): readonly string[] | undefined {
  return runOf(`<testsuites><testsuite name="all">${cases}</testsuite></testsuites>`)?.failingTests;
}

describe('a JUnit report', () => {
  it('counts its test cases', () => {
    const text = `<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="all" tests="99">
        <testsuite name="one" tests="99">
          <properties><property name="a" value="b"/></properties>
          <testcase name="passes" classname="a.B" time="0.1"/>
          <testcase/>
          <testcase name="fails"><failure message="1 &lt; 2">at a.js:1 &amp; on</failure></testcase>
          <testcase name="errs"><error type="E"><![CDATA[ <failure> ]]></error></testcase>
          <testcase name="skips"><skipped/></testcase>
          <testcase name="prints"><system-out>out</system-out></testcase>
          <system-out><![CDATA[<testcase/>]]></system-out>
        </testsuite>
        <testsuite name="two"><testsuite name="nested"><testcase name="deep"/></testsuite></testsuite>
        <!-- <testcase/> -->
      </testsuites>`;
    assert.deepEqual(countsOf(text), counts(4, 2, 1));
  });

  it('may be a single suite', () => {
    assert.deepEqual(countsOf('<testsuite><testcase/></testsuite>'), counts(1, 0, 0));
  });

  it('counts a test once, as failed, whatever else it says', () => {
    const text =
      '<testsuite><testcase><skipped/><failure/><failure/><error/></testcase></testsuite>';
    assert.deepEqual(countsOf(text), counts(0, 1, 0));
  });

  it('counts a test that failed first and passed on a rerun as passed', () => {
    assert.deepEqual(
      countsOf('<testsuite><testcase><flakyFailure/></testcase></testsuite>'),
      counts(1, 0, 0),
    );
  });

  it('does not count a test as passed that was not run', () => {
    const text =
      '<testsuite><testcase status="notrun"/><testcase result="suppressed"/><testcase status="run"/></testsuite>';
    assert.deepEqual(countsOf(text), counts(1, 0, 2));
  });

  it('falls back to the attributes of suites that list no test', () => {
    assert.deepEqual(
      countsOf('<testsuite tests="10" failures="2" errors="1" skipped="3"/>'),
      counts(4, 2, 3, 1),
    );
    assert.deepEqual(
      countsOf(
        '<testsuites tests="9"><testsuite tests="2" disabled="1"/><testsuite><testcase/></testsuite></testsuites>',
      ),
      counts(2, 0, 1),
    );
    assert.deepEqual(countsOf('<testsuites tests="2" failures="1"/>'), counts(1, 1, 0));
  });

  it('tells a test that raised an error from what could not run', () => {
    const raised = '<testcase classname="shop.A" name="sums"><error message="null"/></testcase>';
    const broken = [
      '<testcase classname="" name="tests.test_a"><error message="collection failure"/></testcase>',
      '<testcase classname="t.A" name="test_a"><error message="failed on setup with &quot;x&quot;"/></testcase>',
      '<testcase classname="shop.A" name="initializationError"><error/></testcase>',
      '<testcase classname="shop.A" name=""><error/></testcase>',
    ];
    assert.deepEqual(countsOf(`<testsuite>${raised}</testsuite>`), counts(0, 1, 0));
    for (const each of broken) {
      assert.deepEqual(countsOf(`<testsuite>${each}</testsuite>`), counts(0, 0, 0, 1), each);
    }
  });

  it('counts a suite that broke before its first test as an error', () => {
    assert.deepEqual(countsOf('<testsuite tests="0" errors="1"/>'), counts(0, 0, 0, 1));
  });

  it('takes no number from attributes that hold none', () => {
    assert.equal(
      countsOf('<testsuite tests="many" failures="-1" errors="1e9" skipped=""/>'),
      undefined,
    );
  });

  for (const [what, text] of [
    ['nothing', ''],
    ['a suite without tests', '<testsuites><testsuite name="none"/></testsuites>'],
    ['XML of another kind', '<coverage line-rate="0.5"><packages/></coverage>'],
    ['a report that is cut off', '<testsuite><testcase/><testcase><failure>'],
    ['tags that do not match', '<testsuite><testcase></testsuite></testcase>'],
    [
      'XML that defines entities',
      '<!DOCTYPE t [<!ENTITY a "b">]><testsuite><testcase/></testsuite>',
    ],
    ['no XML', 'TN:\nSF:src/a.ts\nend_of_record\n'],
    ['nesting without end', '<testsuite>'.repeat(100_000) + '</testsuite>'.repeat(100_000)],
    ['names that would harm an object', '<__proto__><testcase/></__proto__>'],
  ] as const) {
    it(`measures nothing by ${what}`, () => {
      assert.equal(countsOf(text), undefined);
    });
  }

  it('expands no entities', () => {
    const bomb = Array.from({ length: 30 }, (_, i) => `<!ENTITY e${i + 1} "&e${i};&e${i};">`).join(
      '',
    );
    const text = `<!DOCTYPE t [<!ENTITY e0 "ha">${bomb}<!ENTITY x SYSTEM "file:///etc/passwd">]>
      <testsuite><testcase name="&e30;"><failure>&e30;&x;</failure></testcase></testsuite>`;
    assert.equal(countsOf(text), undefined);
  });

  it('names failing tests by class and name, sorted and each once', () => {
    const cases = ['b.Two', 'a.One', 'b.Two'].map(
      (name) => `<testcase classname="${name}" name="f"><failure/></testcase>`,
    );
    assert.deepEqual(failingIn(cases.join('')), ['a.One › f', 'b.Two › f']);
  });

  it('names a test only once where the class repeats the name or a part of it', () => {
    const cases = [
      '<testcase classname="cart adds" name="cart adds"><failure/></testcase>',
      '<testcase classname="is full" name="cart is full"><error/></testcase>',
      '<testcase classname="" name="tests.test_cart"><error/></testcase>',
    ];
    assert.deepEqual(failingIn(cases.join('')), ['cart adds', 'cart is full', 'tests.test_cart']);
  });

  it('names a test by its suites where it has no class', () => {
    assert.deepEqual(
      failingIn('<testsuite name="inner"><testcase name="f"><failure/></testcase></testsuite>'),
      ['all › inner › f'],
    );
  });

  it('reads the characters that names stand for, and leaves other entities alone', () => {
    assert.deepEqual(
      failingIn(
        '<testcase name="&lt;a&gt; &amp;lt; &quot;&apos; &#228;&#x1F600; &#x110000; &nbsp;"><failure/></testcase>',
      ),
      ['all › <a> &lt; "\' ä😀 &#x110000; &nbsp;'],
    );
  });

  it('keeps 200 failing tests and counts all', () => {
    const cases = Array.from(
      { length: 300 },
      (_, i) => `<testcase name="${i}"><failure/></testcase>`,
    );
    const run = runOf(`<testsuite>${cases.join('')}</testsuite>`);
    assert.deepEqual([run?.failed, run?.failingTests.length], [300, 200]);
  });

  it('may start with a byte order mark', () => {
    assert.deepEqual(countsOf('\uFEFF<testsuite><testcase/></testsuite>'), counts(1, 0, 0));
  });

  it('never throws', () => {
    const piece = fc.constantFrom(
      '<testsuite',
      '<testcase>',
      '</testcase>',
      '>',
      '/>',
      ' tests="',
      '"',
      '<!DOCTYPE',
      '<![CDATA[',
      ']]>',
      '<failure/>',
      '</testsuite>',
      '&x;',
      '<?xml',
      '-->',
      '<!--',
      'a',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => {
        const measured = runOf(pieces.join(''));
        assert.ok(measured === undefined || measured.passed >= 0);
      }),
      { numRuns: 500 },
    );
  });
});

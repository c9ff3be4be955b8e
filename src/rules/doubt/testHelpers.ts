/** Imports of libraries that only tests use, in the languages whose imports name them. */
const IMPORTS_TESTING =
  /(?:^\s*(?:import|export|\})[^\n]{0,500}?|\brequire\s*\(\s*)(["'])(?:node:test|vitest|@jest\/globals|mocha|chai|expect|ava|tap|uvu|sinon|@playwright\/test|@testing-library\/[^"']{1,100}|bun:test)\1|^\s*(?:import|from)\s+(?:pytest|unittest|hypothesis)\b|^\s*(?:import\s*\(?\s*)?"testing"\s*$|^\s*import\s+(?:static\s+)?org\.(?:junit|testng|assertj|hamcrest)\b|\brequire\s+["'](?:rspec|minitest)/m;
/** Tests inside a source file: it is code as well. */
const HAS_TESTS =
  /^\s*(?:(?:it|test|describe)(?:\.\w{1,20})*\s*\(|def test_|class\s+\w{1,100}\s*\([^)]*TestCase|func Test[A-Z_]|@Test\b)/m;

/** Characters of a file that are looked at. */
const MAX_TEXT = 200_000;

/**
 * Whether a source file, wherever it lies, only serves tests: it imports a library for tests and contains none. Such a
 * file may decide what an assertion means.
 */
export function isTestHelper(text: string): boolean {
  const start = text.slice(0, MAX_TEXT);
  return IMPORTS_TESTING.test(start) && !HAS_TESTS.test(start);
}

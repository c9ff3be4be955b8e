/** Imports of libraries that only tests use, in the languages whose imports name them. */
const IMPORTS_TESTING =
  /(?:^[ \t]{0,200}(?:import|export|\})[^\n]{0,500}?|\brequire\s{0,20}\(\s{0,200})(["'])(?:node:test|vitest|@jest\/globals|mocha|chai|expect|ava|tap|uvu|sinon|@playwright\/test|@testing-library\/[^"']{1,100}|bun:test)\1|^[ \t]{0,200}(?:import|from)\s{1,20}(?:pytest|unittest|hypothesis)\b|^[ \t]{0,200}(?:import\s{0,20}\(?\s{0,20})?"testing"[ \t]{0,200}$|^[ \t]{0,200}import\s{1,20}(?:static\s{1,20})?org\.(?:junit|testng|assertj|hamcrest)\b|\brequire\s{1,20}["'](?:rspec|minitest)/m;
/** Tests inside a source file: it is code as well. */
const HAS_TESTS =
  /^[ \t]{0,200}(?:(?:it|test|describe)(?:\.\w{1,20}){0,20}\s{0,20}\(|def test_|class\s{1,20}\w{1,100}\s{0,20}\([^)]{0,500}TestCase|func Test[A-Z_]|@Test\b)/m;

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

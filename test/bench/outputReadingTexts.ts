/** Characters of each text. */
const LENGTH = 10_000_000;

/** Ten megabytes of what programs print, each kind built anew from what stands here. */
export const OUTPUT_TEXTS: Readonly<Record<string, () => string>> = {
  'a plain log': () => repeated((n) => logLine(n), FAILED_RUN),
  'a coloured log with progress bars': () => repeated(colouredLine, FAILED_RUN),
  'one line': () => repeated((n) => `{"level":"error","n":${n},"at":"src/cart.ts:${n % 90}"},`, ''),
  tracebacks: () => repeated(traceback, FAILED_RUN),
  'failing tests': () => repeated(failingTest, FAILED_RUN),
  'failing tests of 16 programs': () =>
    repeated((n) => prefixed(`svc-${n % 16}  | `, failingTest(n)), FAILED_RUN),
  'tracebacks of 60 programs': () =>
    repeated((n) => prefixed(`svc-${n % 60}  | `, traceback(n)), FAILED_RUN),
  'prefixes before prefixes': () => repeated(twicePrefixed, FAILED_RUN),
};

/** What a test program says at the end. */
const FAILED_RUN = `
  412 passing (8s)
  2 failing

  1) cart adds an item:
     AssertionError: expected 4 to equal 5
      at Context.<anonymous> (test/cart.test.ts:14:12)
`;

function repeated(piece: (n: number) => string, end: string): string {
  const pieces: string[] = [];
  for (let length = end.length, n = 0; length < LENGTH; n += 1) {
    const next = piece(n);
    pieces.push(next);
    length += next.length;
  }
  return pieces.join('') + end;
}

function logLine(n: number): string {
  const second = String(n % 60).padStart(2, '0');
  return `2026-11-22T01:26:${second}.${n % 1000}Z INFO  [worker-${n % 8}] GET /api/items/${n} 200 in ${n % 97} ms\n`;
}

function colouredLine(n: number): string {
  if (n % 50 === 0) return `\u001b[2K\r${'█'.repeat(n % 40)} ${n % 100}%\r${'█'.repeat(40)} done\n`;
  return `\u001b[90m01:26:${n % 60}\u001b[39m \u001b[32m✔\u001b[39m compiled \u001b[1msrc/pages/page${n}.tsx\u001b[22m in ${n % 97} ms\n`;
}

function traceback(n: number): string {
  return `Traceback (most recent call last):
  File "/home/dev/shop/app/views.py", line ${n % 300}, in show_cart
    return render(cart, user=${n})
  File "/usr/lib/python3.12/site-packages/web/render.py", line 88, in render
    raise TemplateError(name)
web.errors.TemplateError: template cart_${n % 7}.html not found at 0x7f${(n % 65_536).toString(16)}a0
`;
}

/** The text as whoever runs several programs prints it. */
function prefixed(prefix: string, text: string): string {
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => `${prefix}${line}\n`).join('');
}

function twicePrefixed(n: number): string {
  return `[p${n % 64}] [q${(n >> 6) % 64}] FAIL test/cart${n}.test.ts at 0x7fff${(n % 65_536).toString(16)}a0\n`;
}

function failingTest(n: number): string {
  return `  ${n}) shop keeps item ${n}:

      AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:

${n % 13} !== ${n % 11}

      at Context.<anonymous> (test/shop/item${n % 40}.test.ts:${n % 200}:12)
      at process.processImmediate (node:internal/timers:511:21)

`;
}

import type { ErrorType } from '../../../model/failure/failure';

interface Rule {
  readonly type: ErrorType;
  readonly pattern: RegExp;
}

/** Failed assertions, regardless of the values they name: "expected 401" is not a failed login. */
const ASSERTION =
  /^(?:\s|E |FAIL|Uncaught|Caused by:|error:|Error:|\[\w+\])*(?:[\w$.]{0,120}(?:Assertion\w{0,20}Error|AssertionFailed\w{0,20}|ComparisonFailure|AssertionException|ExpectationNotMet\w{0,10}|ExpectationFailed)|assertion\b|Assertion\b|assert |expect\(|[Ee]xpected\b|Failure\/Error: (?:expect|is_expected|assert)|Failed asserting|\w{1,40}_test\.go:\d)|panicked at (?:'assertion|[^:]{1,300}:\d+:\d+:\s+assertion)|ERR_ASSERTION|\bAssertion [`'"(].{1,300} failed\b|\bXCT(?:Assert|Fail|Unwrap)\w{0,30} failed|\bexpected:? ?<.{0,300}> but was|\bgot .{1,200}(?:, |; )want\b/m;

/** Rules in order of precedence, the more specific before the more general. */
const RULES: readonly Rule[] = [
  {
    type: 'syntax',
    pattern:
      /\b(?:SyntaxError|IndentationError|TabError|ParseError|ParserError|Parsing error|Parse error|PHP Parse error|syntax error|unexpected (?:token|end of|EOF|indent)|Unexpected (?:token|end of|identifier)|invalid syntax|unterminated |missing terminating|expected (?:expression|declaration|one of `|`;`|';'|item)|unclosed delimiter|not a statement|illegal start of|reached end of file while parsing|error TS1\d{3}\b|unmatched ['"`]|error: expected )|';' expected|non-declaration statement/,
  },
  {
    type: 'out_of_memory',
    pattern:
      /\b(?:OutOfMemory\w{0,10}|MemoryError|heap out of memory|[Oo]ut of memory|Cannot allocate memory|ENOMEM|bad_alloc|OOMKilled|oom-kill|memory limit exceeded|Allowed memory size)\b/,
  },
  {
    type: 'disk_full',
    pattern:
      /No space left on device|\bENOSPC\b|[Dd]isk (?:is )?full|Disk quota exceeded|not enough space on the disk|\bEDQUOT\b/,
  },
  {
    type: 'missing_tool',
    pattern:
      /command not found|: not found$|is not recognized as (?:an internal|the name)|executable file not found|spawn \S{1,200} ENOENT|exit code 127\b|env: .{1,200}: No such file|No such file or directory: '(?:\w{1,40})'$|Unknown command|could not start/m,
  },
  {
    type: 'rate_limit',
    pattern:
      /\brate.?limit|\b429\b|[Tt]oo [Mm]any [Rr]equests|[Qq]uota exceeded|usage limit|RESOURCE_EXHAUSTED/,
  },
  {
    type: 'authentication',
    pattern:
      /\b401\b|[Uu]nauthori[sz]ed|[Aa]uthentication (?:failed|required)|AuthenticationError|[Ii]nvalid (?:API|api)[ _-]?key|[Nn]ot logged in|bad credentials|Bad credentials|could not read Username|E401\b|ENEEDAUTH|login required|Permission denied \(publickey/,
  },
  {
    type: 'permission',
    pattern:
      /\bEACCES\b|\bEPERM\b|[Pp]ermission denied|PermissionError|Operation not permitted|[Aa]ccess (?:is )?denied|AccessDenied\w{0,12}|\b403\b.{0,20}[Ff]orbidden|Read-only file system|\bEROFS\b/,
  },
  {
    type: 'outage',
    pattern:
      /\b50[234] (?:Bad Gateway|Service|Gateway)|\b529\b|[Ss]ervice [Uu]navailable|Bad [Gg]ateway|Gateway [Tt]ime-?out|[Ii]nternal [Ss]erver [Ee]rror|overloaded(?:_error)?\b|temporarily unavailable/,
  },
  {
    type: 'network',
    pattern:
      /\b(?:ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|EPIPE|ECONNABORTED|ConnectionError|ConnectionRefusedError|ConnectionResetError|UnknownHostException|ConnectException|SocketException|URLError|SSLError|MaxRetryError|fetch failed|socket hang up|[Cc]onnection (?:refused|reset|aborted|closed)|Could not resolve host|[Nn]etwork (?:is )?(?:unreachable|error)|Temporary failure in name resolution|getaddrinfo|no such host|dial tcp|[Cc]ertificate verify failed|EADDRINUSE|Address already in use|address already in use)\b/,
  },
  {
    type: 'timeout',
    pattern:
      /\b(?:Timeout(?:Error|Exception|Expired)?|ETIMEDOUT|ESOCKETTIMEDOUT|[Tt]imed out|timed-out|time limit of|[Tt]imeout of|deadline exceeded|DeadlineExceeded|TestTimedOut|test timed out|exceeded timeout|testTimeoutFailure)\b/,
  },
  {
    type: 'dependency',
    pattern:
      /\b(?:ModuleNotFoundError|ImportError|Cannot find (?:module|package)|MODULE_NOT_FOUND|ERR_MODULE_NOT_FOUND|No module named|Can't resolve|Could not resolve|ClassNotFoundException|NoClassDefFoundError|package \S{1,200} does not exist|unresolved import|can't find crate|no required module provides|cannot find package|is not in (?:GOROOT|std)|No matching distribution|Could not find a version|ERESOLVE|E404|ETARGET|LoadError|cannot load such file|no matching package|fatal error: \S{1,200}: No such file|undefined reference|DistributionNotFound|VersionConflict|Could not (?:find artifact|resolve dependencies)|error TS2307|E0432|E0433|E0463|ld: cannot find|Gem::\w{1,40}Error)\b/,
  },
  {
    type: 'type',
    pattern:
      /\b(?:TypeError|ClassCastException|error TS[2-9]\d{3}|mismatched types|E0308|E0277|incompatible types|incompatible type|type mismatch|Type mismatch|has no attribute|AttributeError|cannot find symbol|cannot use .{1,200} as |undefined method|NoMethodError|cannot convert|invalid conversion|is not assignable|Unresolved reference|unresolved reference|has no member|NoSuchMethod\w{0,10}|ArgumentError|invalid operation)|: undefined: \w|error\[E0\d{3}\]|\[(?:arg-type|return-value|assignment|attr-defined|call-arg)\]|was not declared in this scope|implicit declaration|undeclared/,
  },
  {
    type: 'runtime',
    pattern:
      /\w(?:Error|Exception)\b|\bError:|\bpanic:|panicked at|Segmentation fault|core dumped|\bAborted\b|signal SIG|\bSIG(?:SEGV|ABRT|BUS|FPE|ILL)\b|[A-Z]\w{2,20}Sanitizer: |runtime error: |segmentation fault|\bunhandled\b|Uncaught|RuntimeError|maximum recursion|Maximum call stack|StackOverflow|index out of|nil pointer|ENOENT|No such file or directory|no such file or directory|FATAL|fatal error/,
  },
];
const FAILED_TEST =
  /^(?:\s*not ok |- .{1,300} \*{3} FAILED|\(fail\) |---? FAIL|FAIL(?:ED)?\b|\s*[✖✗✕×✘●] |.{1,300}\.\.\. FAIL)/;

/**
 * Classifies an error by its lines: the type of the first line that has one; `assertion` for a failed test without any
 * other message; `unknown` if no rule matches.
 */
export function errorType(
  errors: readonly string[],
  tests: readonly string[],
  end: string,
): ErrorType {
  for (const error of errors) {
    const type = typeOf(error);
    if (type !== 'unknown') return type;
  }
  if (tests.some((line) => FAILED_TEST.test(line) || ASSERTION.test(line))) return 'assertion';
  return typeOf(end);
}

function typeOf(text: string): ErrorType {
  if (ASSERTION.test(text)) return 'assertion';
  return RULES.find(({ pattern }) => pattern.test(text))?.type ?? 'unknown';
}

/** One frame of a stack, as the program printed it. */
export interface StackFrame {
  readonly file: string;
  /** 1-based. */
  readonly line?: number;
  readonly function?: string;
}

/** Frames printed outermost first (Python) or innermost first (the others). */
export interface ParsedFrame extends StackFrame {
  readonly outermostFirst: boolean;
}

const PYTHON = /^[\s|]{1,40}File "([^"]{1,1000})", line (\d+)(?:, in (\S.{0,200}))?/;
const PYTEST = /^([^\s:"'()]{1,500}\.pyx?):(\d+): ?(?:in (\S{1,200})|[\w.]{0,200})$/;
const JAVASCRIPT =
  /^\s{1,40}(?:at|❯) (?:async )?(?:(?:new )?([^\s()]{1,300}(?: \[as [^\]]{1,100}\])?) \(|.{0,200}\()?((?:file:\/\/(?:\/[A-Za-z]:)?|node:|[A-Za-z]:[\\/])?[^\s:()]{1,1000}):(\d+)(?::\d+)?\)?/;
/** vitest: the function, if any, without brackets. */
const VITEST = /^\s{1,20}❯ (?:([^\s():]{1,300}) )?([^\s:()]{1,1000}):(\d+):\d+$/;
/** Stacks in the YAML of TAP have no `at`. */
const TAP =
  /^\s{4,12}(?:async )?([\w.$<>[\] #]{1,200}) \(((?:file:\/\/|node:|\/)[^\s:()]{1,1000}):(\d+):\d+\)$/;
const JAVA =
  /^\s{1,40}at ([\w$.<>/@-]{1,400})\(([\w$-]{1,200}\.\w{1,10}|Unknown Source|Native Method)(?::(\d+))?\)/;
const RUBY = /^\s{0,40}(?:from )?([^\s:"'()]{1,500}\.rb):(\d+):in [`'"]([^'"`]{1,200})/;
/** A place on a line of its own, as rspec and PHPUnit print it. */
const LONE = /^\s{0,12}(?:# )?([^\s:"'()]{1,500}\.(?:rb|php)):(\d+)(?::in [`'](.{1,200})')?$/;
const GO = /^\t(\/?[^\s:"'()]{1,500}\.go):(\d+)(?: \+0x[\da-f]{1,16})?$/;
/** `example.com/shop/cart.Take(...)`, `main.(*Cart).Add({0x1, 0x2})`, `created by cart.run in goroutine 7`: without the path. */
const GO_FUNCTION =
  /^(?:created by )?(?:[\w.~-]{1,100}\/){0,12}(\w[\w.-]{0,100}\.(?:\(\*?\w{1,100}(?:\[\.\.\.\])?\)\.)?[\w.]{1,200}(?:\[\.\.\.\])?)(?:\(.{0,1000}\)| in goroutine \d{1,9})?$/;
const RUST = /^\s{1,40}(?:at|-->) ([^\s:"'()]{1,500}\.\w{1,8}):(\d+)(?::\d+)?$/;
const RUST_PANIC = / panicked at (?:'[^\n]{0,300}', )?([^\s:"',]{1,500}\.rs):(\d+)/;

/** Matches every frame; a cheap check before the other patterns. */
const MAY_BE_FRAME =
  /^[\s|]*(?:at |❯ |File "|from |--> |\/)| panicked at | \((?:file:|node:|\/)|\.(?:pyx?|rb|go|php):\d/;

/** Parses the frame in a line, with the function that Go names in the line above; undefined if there is none. */
export function parseFrame(line: string, above = ''): ParsedFrame | undefined {
  if (!MAY_BE_FRAME.test(line.slice(0, 1_200))) return undefined;
  const python = PYTHON.exec(line) ?? PYTEST.exec(line);
  if (python !== null) return frame(python, { outermostFirst: true });
  const java = JAVA.exec(line);
  if (java !== null) return javaFrame(java);
  const go = GO.exec(line);
  if (go !== null) {
    return frame([...go.slice(0, 3), GO_FUNCTION.exec(above)?.[1]], { outermostFirst: false });
  }
  const other = RUBY.exec(line) ?? LONE.exec(line) ?? RUST.exec(line) ?? RUST_PANIC.exec(line);
  if (other !== null) return frame(other, { outermostFirst: false });
  const script = VITEST.exec(line) ?? JAVASCRIPT.exec(line) ?? TAP.exec(line);
  if (script === null) return undefined;
  return frame(['', script[2] ?? '', script[3] ?? '', script[1]], { outermostFirst: false });
}

function frame(
  [, file = '', line, name]: readonly (string | undefined)[],
  order: { readonly outermostFirst: boolean },
): ParsedFrame {
  return {
    file,
    ...(line === undefined ? {} : { line: Number(line) }),
    ...(name === undefined ? {} : { function: name.trim() }),
    ...order,
  };
}

/** Java prints the class, not the path; the folders of a class are those of its package. */
function javaFrame([, method = '', file = '', line]: readonly (string | undefined)[]): ParsedFrame {
  const inModule = method.slice(method.lastIndexOf('/') + 1);
  const parts = inModule.split('.');
  const folder = parts.slice(0, -2).join('/');
  const path = folder === '' ? file : `${folder}/${file}`;
  return frame(['', path, line, parts.slice(-2).join('.')], { outermostFirst: false });
}

/** Whether the line begins a Python traceback. */
export function beginsTraceback(line: string): boolean {
  return line.includes('Traceback (most recent call last)');
}

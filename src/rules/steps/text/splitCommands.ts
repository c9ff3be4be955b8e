/** One command of a command line. */
export interface ShellCommand {
  /** Without its here document. */
  readonly text: string;
  /** Body of its here document; absent for none. */
  readonly input?: string;
  /** Whether it reads the output of the command before it. */
  readonly isPiped: boolean;
}

/** Quoted texts, comments, here documents and separators; all else belongs to a command. */
const TOKEN =
  /'[^']*'|"(?:[^"\\]|\\[^])*"|\\[^]|<<-?[ \t]*(['"]?)(\w{1,60})\1|&&|\|\|?|(?<=^|\s)#[^\n]*|[;\n]|(?<![<>&])&(?![>&\d])|[()]/g;

/** Splits a command line into its commands, which do not include those in parentheses. Linear. */
export function splitCommands(line: string): readonly ShellCommand[] {
  const reader = new CommandReader(line);
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(line); found !== null; found = TOKEN.exec(line))
    TOKEN.lastIndex = reader.read(found[0], found[2], TOKEN.lastIndex);
  return reader.end();
}

class CommandReader {
  private readonly commands: ShellCommand[] = [];
  private text = '';
  /** Index of what is not yet part of a command. */
  private from = 0;
  private depth = 0;
  private isPiped = false;
  private input: string | undefined;
  /** Last line of the next here document, until the document is passed; its body once known. */
  private document: { readonly marker: string; body?: string } | undefined;

  constructor(private readonly line: string) {}

  /** Reads a token that ends at `end`; returns where the next one may begin. */
  read(token: string, marker: string | undefined, end: number): number {
    this.text += this.line.slice(this.from, end - token.length);
    this.from = end;
    if (marker !== undefined) this.document = { marker };
    else if (token === '\n' && this.document !== undefined) this.passDocument(this.document);
    else if (this.depth === 0 && SEPARATORS.has(token)) this.endCommand(token);
    else if (!token.startsWith('#')) {
      if (token === '(' || token === ')')
        this.depth = Math.max(0, this.depth + (token === '(' ? 1 : -1));
      this.text += token;
    }
    return this.from;
  }

  end(): readonly ShellCommand[] {
    this.text += this.line.slice(this.from);
    this.endCommand('');
    return this.commands;
  }

  private endCommand(separator: string): void {
    const isFirst = this.document !== undefined && this.document.body === undefined;
    const passesOn = this.isPiped && this.commands.at(-1)?.input !== undefined;
    if (this.document !== undefined && (isFirst || passesOn))
      this.input = this.document.body ??= this.readDocument(this.document.marker);
    const { text, isPiped, input } = this;
    if (text.trim() !== '')
      this.commands.push({ text: text.trim(), isPiped, ...(input !== undefined && { input }) });
    [this.text, this.input, this.isPiped] = ['', undefined, separator === '|'];
  }

  /** Passes the here document that begins here; the command with its marker has its body. */
  private passDocument({ marker }: { readonly marker: string }): void {
    this.endCommand('\n');
    this.document = undefined;
    this.from = Math.min(this.line.length, findLine(this.line, marker, this.from) + marker.length);
  }

  /** The document begins with the next line: other commands may follow its marker. */
  private readDocument(marker: string): string {
    const start =
      this.line[this.from - 1] === '\n' ? this.from : this.line.indexOf('\n', this.from) + 1;
    if (start === 0) return '';
    const stop = findLine(this.line, marker, start);
    return this.line.slice(start, stop === this.line.length ? stop : Math.max(start, stop - 1));
  }
}

const SEPARATORS = new Set(['&&', '||', '|', ';', '&', '\n']);

/** Index of the first line from `from` on that consists of `marker`; the length if there is none. */
function findLine(text: string, marker: string, from: number): number {
  for (let at = text.indexOf(marker, from); at >= 0; at = text.indexOf(marker, at + 1)) {
    const next = text[at + marker.length];
    const isStart = at === from || /(?:^|\n)\t*$/.test(text.slice(Math.max(from, at - 20), at));
    if (isStart && (next === undefined || next === '\n' || next === '\r')) return at;
  }
  return text.length;
}

const WORD = /(?:'[^']*'|"(?:[^"\\]|\\[^])*"|\\[^]|[^\s'"\\])+/g;
/** Begins everything that `QUOTED` matches. */
const QUOTES = /['"\\]/;
const QUOTED = /'([^']*)'|"((?:[^"\\]|\\[^])*)"|\\([^])/g;

/** Splits a single command into its words, without their quotes. Linear. */
export function toShellWords(command: string): readonly string[] {
  return (command.match(WORD) ?? []).map((word) =>
    !QUOTES.test(word)
      ? word
      : word.replace(QUOTED, (_, single?: string, double?: string, escaped?: string) =>
          single !== undefined
            ? single
            : double !== undefined
              ? double.replace(/\\(["\\$`])/g, '$1')
              : (escaped ?? ''),
        ),
  );
}

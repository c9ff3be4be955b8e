/** Text that grows piece by piece and keeps its end; memory and time per piece are bounded. */
export class TextTail {
  #text = '';
  #isBlank = true;

  /** `limit`: characters (UTF-16 units) that are kept at least once so many have come. */
  constructor(readonly limit: number) {}

  /** The last `limit` characters that were added since the last clear. */
  get text(): string {
    return this.#text.length > this.limit ? copyEnd(this.#text, this.limit) : this.#text;
  }

  /** Whether nothing but white space was added. */
  get isBlank(): boolean {
    return this.#isBlank;
  }

  /** Adds a piece; `separator` comes before it unless it is the first. */
  add(piece: string, separator = ''): void {
    this.#isBlank &&= !/\S/.test(piece);
    const before = this.#text === '' ? '' : separator;
    this.#text += before + piece;
    if (this.#text.length > 2 * this.limit) this.#text = copyEnd(this.#text, this.limit);
  }

  clear(): void {
    this.#text = '';
    this.#isBlank = true;
  }
}

/** A copy: a slice would keep the whole text in memory. Never begins with half a character. */
function copyEnd(text: string, limit: number): string {
  const end = Buffer.from(text.slice(-limit), 'utf16le').toString('utf16le');
  return /^[\uDC00-\uDFFF]/.test(end) ? end.slice(1) : end;
}

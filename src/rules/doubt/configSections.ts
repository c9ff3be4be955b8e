/**
 * Text of the sections of an INI or TOML file whose header matches, headers included. A section ends
 * at the next header, whatever its level.
 */
export function selectSections(text: string, header: RegExp): string {
  const kept: string[] = [];
  let isInside = false;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s{0,20}\[/.test(line) && /\]\s*(?:[#;].*)?$/.test(line)) isInside = header.test(line);
    if (isInside && line.trim() !== '') kept.push(line.trimEnd());
  }
  return kept.join('\n');
}

/** A line that begins a block of Python: neither indented nor the end of a bracket. */
const STARTS_BLOCK = /^[^\s)\]}#]/;
const IS_HARMLESS = /^(?:import |from |"""|'''|@pytest\.fixture(?:\s*$|\((?![^)]*autouse)))/;

/**
 * The part of a `conftest.py` that can change results: hooks, automatic fixtures and statements at
 * the top level. Imports, docstrings and fixtures that a test must ask for are left out.
 */
export function selectConftestHooks(text: string): string {
  const blocks: string[][] = [];
  for (const line of text.split(/\r?\n/)) {
    const last = blocks.at(-1);
    // A decorator and what it decorates are one block.
    const isDecorated = last?.every((each) => each.startsWith('@')) === true;
    if (last === undefined || (STARTS_BLOCK.test(line) && !isDecorated)) blocks.push([line]);
    else last.push(line);
  }
  return blocks
    .filter(
      ([first = '']) => first.trim() !== '' && !first.startsWith('#') && !IS_HARMLESS.test(first),
    )
    .map((lines) =>
      lines
        .map((line) => line.trimEnd())
        .join('\n')
        .trimEnd(),
    )
    .join('\n');
}

/** Text of an XML file's elements of one name, outermost ones, in their order. */
export function selectElements(text: string, name: string): string {
  const found: string[] = [];
  const open = `<${name}`;
  const close = `</${name}>`;
  for (let at = text.indexOf(open); at >= 0; at = text.indexOf(open, at)) {
    const end = text.indexOf(close, at);
    if (end < 0) break;
    found.push(text.slice(at, end + close.length));
    at = end;
  }
  return found.join('\n');
}

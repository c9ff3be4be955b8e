import { XMLParser } from 'fast-xml-parser';

/** An element as the parser gives it: attributes under `@_…`, children as arrays. */
export type Element = Readonly<Record<string, unknown>>;

/** The only attributes that are read. */
const READ = new Set([
  ...['name', 'classname', 'tests', 'failures', 'errors', 'skipped', 'disabled'],
  ...['status', 'result', 'message', 'lines-valid', 'lines-covered', 'line-rate'],
]);

const parser = new XMLParser({
  ignoreAttributes: (name) => !READ.has(name),
  // Entities are an attack vector; `attribute` decodes the few character entities.
  processEntities: false,
  parseTagValue: false,
  trimValues: false,
  jPath: false,
  removeNSPrefix: true,
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
});

/** Maximum characters of a tag: the parser is slow for tags with many attributes. */
const TAG_LENGTH = 1_000_000;

/**
 * The document; undefined for broken XML and for one that defines entities or has a tag of over a
 * million characters. Throws beyond the parser's limit of 100 nested tags.
 */
export function parseXml(text: string): Element | undefined {
  const prolog = text.slice(0, Math.max(0, text.search(/<[A-Za-z]/)));
  if (prolog.includes('<!ENTITY') || hasHugeTag(text)) return undefined;
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- what replaces it brings a schema validator along
  const document: unknown = parser.parse(text, true);
  return isElement(document) ? document : undefined;
}

function hasHugeTag(text: string): boolean {
  let end = -1;
  for (let start = text.indexOf('<'); start >= 0; start = text.indexOf('<', start + 1)) {
    if (!/[A-Za-z]/.test(text.charAt(start + 1))) continue;
    if (end < start) end = text.indexOf('>', start);
    if (end < 0) end = text.length;
    if (end - start > TAG_LENGTH) return true;
  }
  return false;
}

/** Direct children of an element with a name. */
export function children(element: Element, name: string): readonly Element[] {
  const found = element[name];
  // An empty element is parsed as text.
  return Array.isArray(found) ? found.map((child) => (isElement(child) ? child : {})) : [];
}

/** Whether an element has a direct child with this name. */
export function hasChild(element: Element, name: string): boolean {
  return Object.hasOwn(element, name);
}

/** An attribute's text, its first 1,000 characters; undefined where it is not set. */
export function attribute(element: Element, name: string): string | undefined {
  const key = `@_${name}`;
  const value = Object.hasOwn(element, key) ? element[key] : undefined;
  return typeof value === 'string' ? decode(value.slice(0, 1_000)) : undefined;
}

/** An attribute that is a whole number from 0 to 999,999,999; undefined for anything else. */
export function wholeNumber(element: Element, name: string): number | undefined {
  const value = attribute(element, name);
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}

function isElement(value: unknown): value is Element {
  return typeof value === 'object' && value !== null;
}

const NAMED: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&apos;': "'",
};

function decode(text: string): string {
  return text.replace(
    /&(?:lt|gt|amp|quot|apos|#(\d{1,7})|#x([\da-fA-F]{1,6}));/g,
    (whole, decimal: string | undefined, hex: string | undefined) =>
      NAMED[whole] ?? character(Number.parseInt(hex ?? decimal ?? '', hex ? 16 : 10)) ?? whole,
  );
}

function character(codePoint: number): string | undefined {
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : undefined;
}

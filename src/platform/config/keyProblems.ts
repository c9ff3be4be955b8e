import {
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  type Alias,
  type Node,
  type Pair,
} from 'yaml';
import { MAX_PROBLEMS, showValue, type FileProblem } from './fileProblem';

interface KeyFindings {
  readonly problems: FileProblem[];
  /** Whether a key is not a plain word, or an alias has no anchor: the content then cannot be converted. */
  unreadable: boolean;
}

/** Finds duplicate keys, keys that are not plain words, and aliases without an anchor. Linear in the file. */
export function findKeyProblems(contents: unknown): Readonly<KeyFindings> {
  const findings: KeyFindings = { problems: [], unreadable: false };
  const anchors = new Set<string>();
  const aliases: Alias[] = [];
  const pending: unknown[] = [contents];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (isMap(node)) checkKeys(node.items, findings);
    if (isPair(node)) pending.push(node.value);
    if (isAlias(node)) aliases.push(node);
    else if (isNode(node) && node.anchor !== undefined) anchors.add(node.anchor);
    if (isCollection(node)) for (const item of node.items) pending.push(item);
  }
  for (const { source, range } of aliases.filter((alias) => !anchors.has(alias.source))) {
    const message = `There is no anchor "&${source}" for "*${source}"; put text that begins with "*" in quotes.`;
    findings.problems.push({ offset: range?.[0] ?? 0, message });
    findings.unreadable = true;
  }
  return { ...findings, problems: findings.problems.slice(0, MAX_PROBLEMS) };
}

function checkKeys(pairs: readonly Pair[], findings: KeyFindings): void {
  const seen = new Set<string>();
  for (const { key } of pairs) {
    const name = isScalar(key) ? key.value : undefined;
    const [offset = 0, end] = (key as Node | null)?.range ?? [];
    const place = { offset, ...(end === undefined ? {} : { end }) };
    if (typeof name !== 'string' && typeof name !== 'number' && typeof name !== 'boolean') {
      findings.unreadable = true;
      findings.problems.push({ ...place, message: 'A key must be a plain word, such as "tasks".' });
    } else if (name === '__proto__') {
      findings.problems.push({
        ...place,
        message: 'The key "__proto__" is not allowed; remove it.',
      });
    } else if (seen.has(String(name))) {
      const shown = showValue(String(name));
      const message = `The key ${shown} occurs twice in the same mapping; keep one of them.`;
      findings.problems.push({ ...place, message });
    } else seen.add(String(name));
  }
}

import { isCollection, isMap, isPair, isScalar, type Node, type Pair } from 'yaml';
import { showValue, type FileProblem } from './fileProblem';

interface KeyFindings {
  readonly problems: FileProblem[];
  /** True when a key is no plain word, so that the content cannot be read as a mapping. */
  unreadable: boolean;
}

/** Keys that stand twice in one mapping, and keys that are no plain words. Linear in the file. */
export function keyProblems(contents: unknown): Readonly<KeyFindings> {
  const findings: KeyFindings = { problems: [], unreadable: false };
  const waiting: unknown[] = [contents];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isMap(node)) checkKeys(node.items, findings);
    if (isPair(node)) waiting.push(node.value);
    if (isCollection(node)) for (const item of node.items) waiting.push(item);
  }
  findings.problems.sort(byOffset);
  return findings;
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
      const message = `The key ${shown} stands twice in the same mapping; keep one of them.`;
      findings.problems.push({ ...place, message });
    } else seen.add(String(name));
  }
}

function byOffset(a: FileProblem, b: FileProblem): number {
  return ('offset' in a ? a.offset : 0) - ('offset' in b ? b.offset : 0);
}

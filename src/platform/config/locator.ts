import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Document,
  type LineCounter,
  type Node,
  type Pair,
  type YAMLMap,
} from 'yaml';
import type { ConfigProblem } from '../../model/config/config';
import type { FilePath, FileProblem } from './fileProblem';

/** Resolves positions in the document to lines and columns. */
export interface Locator {
  locate(problem: FileProblem): Pick<ConfigProblem, 'line' | 'column' | 'endColumn'>;
}

type Range = readonly [start: number, end?: number];

/** Resolves a path that does not exist to its nearest existing ancestor. */
export function createLocator(document: Document | undefined, lines: LineCounter): Locator {
  const indexes = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();

  const findPair = (map: YAMLMap, key: string): Pair | undefined => {
    let index = indexes.get(map);
    if (index === undefined) {
      index = new Map(map.items.map((pair) => [keyText(pair.key), pair]));
      indexes.set(map, index);
    }
    return index.get(key);
  };

  const findRange = (path: FilePath, at: 'key' | 'value'): Range => {
    let node: unknown = document?.contents;
    let place: Range = [0];
    for (const [depth, step] of path.entries()) {
      if (document !== undefined && isAlias(node)) node = node.resolve(document);
      const isLast = depth === path.length - 1;
      if (isMap(node)) {
        const pair = findPair(node, String(step));
        if (pair === undefined) break;
        place = toRange(pair.key) ?? place;
        node = pair.value;
        if (isLast && at === 'key') break;
      } else if (isSeq(node)) node = node.items[Number(step)];
      else break;
      const own = toRange(node);
      if (own !== undefined && (isLast || typeof step === 'number')) place = own;
    }
    return place;
  };

  return {
    locate(problem) {
      const [start, end] =
        'offset' in problem ? [problem.offset, problem.end] : findRange(problem.path, problem.at);
      const from = lines.linePos(start);
      const to = end === undefined ? undefined : lines.linePos(end);
      const place = { line: Math.max(from.line, 1), column: Math.max(from.col, 1) };
      const sameLine = to?.line === from.line && to.col > from.col;
      return sameLine ? { ...place, endColumn: to.col } : place;
    },
  };
}

function keyText(key: unknown): string {
  return isScalar(key) ? String(key.value) : '';
}

function toRange(node: unknown): Range | undefined {
  const range = isNode(node) ? (node as Node).range : undefined;
  return range === null || range === undefined ? undefined : [range[0], range[1]];
}

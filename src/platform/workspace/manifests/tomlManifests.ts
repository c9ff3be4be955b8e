import { parse } from 'smol-toml';
import { requirementName, pythonName } from './pythonNames';
import { keysOf, valuesAt } from './tables';

const CARGO_TABLES = ['dependencies', 'dev-dependencies', 'build-dependencies'].flatMap((table) => [
  [table],
  ['workspace', table],
  ['target', '*', table],
]);

/** Lists of requirements: PEP 621, its optional groups, and the groups of PEP 735. */
const REQUIREMENT_LISTS = [
  ['project', 'dependencies'],
  ['project', 'optional-dependencies', '*'],
  ['dependency-groups', '*'],
];

const POETRY_TABLES = [
  ['tool', 'poetry', 'dependencies'],
  ['tool', 'poetry', 'dev-dependencies'],
  ['tool', 'poetry', 'group', '*', 'dependencies'],
];

/** Crates that a Cargo.toml names, those of single targets included; throws when it is no TOML. */
export function cargoToml(text: string): readonly string[] {
  const manifest: unknown = parse(text);
  return CARGO_TABLES.flatMap((path) => valuesAt(manifest, path)).flatMap(keysOf);
}

/** Packages that a pyproject.toml names; throws when it is no TOML. */
export function pyprojectToml(text: string): readonly string[] {
  const manifest: unknown = parse(text);
  const listed = REQUIREMENT_LISTS.flatMap((path) => valuesAt(manifest, path))
    .flatMap((list): readonly unknown[] => (Array.isArray(list) ? list : []))
    .flatMap((item) => (typeof item === 'string' ? requirementName(item) : []));
  const poetry = POETRY_TABLES.flatMap((path) => valuesAt(manifest, path)).flatMap(keysOf);
  return [...listed, ...poetry.map(pythonName).filter((name) => name !== 'python')];
}

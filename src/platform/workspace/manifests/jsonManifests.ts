import { keysOf, valuesAt } from './tables';

const NPM_TABLES = [
  ['dependencies'],
  ['devDependencies'],
  ['peerDependencies'],
  ['optionalDependencies'],
];

const COMPOSER_TABLES = [['require'], ['require-dev']];

/** Names in the four dependency tables of a package.json; throws when it is no JSON. */
export function packageJson(text: string): readonly string[] {
  const manifest: unknown = JSON.parse(text);
  return NPM_TABLES.flatMap((path) => valuesAt(manifest, path)).flatMap(keysOf);
}

/** Packages of a composer.json, without PHP itself and its extensions; throws when it is no JSON. */
export function composerJson(text: string): readonly string[] {
  const manifest: unknown = JSON.parse(text);
  const names = COMPOSER_TABLES.flatMap((path) => valuesAt(manifest, path)).flatMap(keysOf);
  return names.filter((name) => name.includes('/'));
}

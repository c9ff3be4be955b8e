// Which packages are in what ships: read from esbuild's metafiles, since every one of them is a development dependency.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Licences that allow shipping inside an MIT-licensed product with no more than their texts in the notices. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
];

/** A package whose code ships. `path` is its folder, `texts` what its licence demands to be passed on.
 * @typedef {{ name: string, version: string, license: string, path: string, texts: readonly string[] }} BundledPackage
 */

/**
 * One metafile for several builds.
 *
 * @param {readonly { metafile: import('esbuild').Metafile }[]} results
 * @returns {import('esbuild').Metafile}
 */
export function mergeMetafiles(results) {
  return {
    inputs: Object.assign({}, ...results.map(({ metafile }) => metafile.inputs)),
    outputs: Object.assign({}, ...results.map(({ metafile }) => metafile.outputs)),
  };
}

/**
 * Every package with code among a build's inputs, each once, by path. Throws for a licence that is not known to allow
 * shipping, and for one whose text is not there.
 *
 * @param {readonly string[]} inputs Paths of files.
 * @returns {Promise<readonly BundledPackage[]>}
 */
export async function bundledPackages(inputs) {
  const folders = inputs.flatMap((input) => {
    const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
    return match === null ? [] : [match[1]];
  });
  return Promise.all([...new Set(folders)].sort().map(readPackage));
}

/** @param {string} path */
async function readPackage(path) {
  const { name, version, license, author } = JSON.parse(
    await readFile(join(path, 'package.json'), 'utf8'),
  );
  if (!ALLOWED.includes(license)) {
    throw new Error(
      `${path} has the licence "${license}". Only these may ship: ${ALLOWED.join(', ')}.`,
    );
  }
  const names = await readdir(path);
  const files = names.filter((file) => /^(licen[cs]e|copying|notice)/i.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(path, file), 'utf8')));
  if (texts.length === 0) texts.push(await textWithout(path, license, author));
  return { name, version, license, path, texts: texts.map((text) => text.trim()) };
}

/** The licence of a package that names it, but does not bring its text: this project's own, with the other's author. */
async function textWithout(path, license, author) {
  const holder = author?.name ?? author;
  if (license !== 'MIT' || typeof holder !== 'string') {
    throw new Error(`${path} has the licence "${license}", but neither its text nor an author.`);
  }
  const own = await readFile(new URL('../LICENSE', import.meta.url), 'utf8');
  return own.replace(/^Copyright.*$/m, `Copyright (c) ${holder.replace(/ *[<(].*/, '')}`);
}

/**
 * The text of THIRD-PARTY-NOTICES.txt.
 *
 * @param {readonly BundledPackage[]} packages
 */
export function notices(packages) {
  const entries = packages.map(({ name, version, license, texts }) =>
    [`${name} ${version} (${license})`, ...texts].join('\n\n'),
  );
  return `${entries.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

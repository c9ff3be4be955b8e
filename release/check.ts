import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { findMissing, type ReleaseManifest } from './findMissing';

/** `npm run release:check [tag]`: says what is missing before a release; exit code 1 when something is. */

const root = resolve(__dirname, '..');
const read = (file: string): string => readFileSync(resolve(root, file), 'utf8');

const missing = findMissing({
  manifest: JSON.parse(read('package.json')) as ReleaseManifest,
  changelog: read('CHANGELOG.md'),
  tag: process.argv[2],
});
for (const each of missing) console.log(each);
if (missing.length === 0) console.log('Nothing is missing for a release.');
process.exitCode = missing.length === 0 ? 0 : 1;

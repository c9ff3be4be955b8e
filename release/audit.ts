import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import spawn from 'cross-spawn';
import { findBundledAdvisories, type Bundled } from './findBundledAdvisories';

/**
 * `npm run release:audit`, after a build: lists the packages that ship, and the advisories that npm has about them;
 * exit code 1 when there is one. `npm audit --omit=dev` finds none, since everything that ships is bundled from
 * development dependencies.
 */

const root = resolve(__dirname, '..');
const bundled = JSON.parse(
  readFileSync(resolve(root, 'dist/bundled.json'), 'utf8'),
) as readonly Bundled[];
for (const { name, version, license } of bundled) console.log(`${name} ${version} (${license})`);

const { stdout } = spawn.sync('npm', ['audit', '--json'], { cwd: root, encoding: 'utf8' });
try {
  const advisories = findBundledAdvisories(stdout, bundled);
  for (const each of advisories) console.error(each);
  if (advisories.length === 0) console.log('npm knows no advisory about a package that ships.');
  process.exitCode = advisories.length === 0 ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

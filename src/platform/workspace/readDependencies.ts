import { readdir } from 'node:fs/promises';
import { readText } from './readText';
import { gradleBuild } from './manifests/gradleBuild';
import { composerJson, packageJson } from './manifests/jsonManifests';
import { gemfile, goMod, requirementsTxt } from './manifests/lineManifests';
import { pomXml } from './manifests/pomXml';
import { cargoToml, pyprojectToml } from './manifests/tomlManifests';

/** Names in the text of one manifest; may throw when it is broken. */
type ReadManifest = (text: string) => readonly string[];

const MANIFESTS: ReadonlyMap<string, ReadManifest> = new Map([
  ['package.json', packageJson],
  ['composer.json', composerJson],
  ['pyproject.toml', pyprojectToml],
  ['Cargo.toml', cargoToml],
  ['go.mod', goMod],
  ['pom.xml', pomXml],
  ['build.gradle', gradleBuild],
  ['build.gradle.kts', gradleBuild],
  ['Gemfile', gemfile],
]);

/** requirements.txt, requirements-dev.txt, … */
const REQUIREMENTS = /^requirements[\w.-]{0,60}\.txt$/;

/** Maximum number of manifests; more are not maintained by hand. */
const MAX_MANIFESTS = 40;

/** A plausible package name; others would make messages unreadable. */
const NAME = /^[^\s\p{C}]{1,214}$/u;

/**
 * Dependencies that the manifests directly in `root` name, as `<manifest>:<name>`; a broken or
 * unreadable manifest gives none. Never rejects.
 */
export async function readDependencies(root: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const manifest of await manifestsIn(root)) {
    const text = await readText(root, manifest);
    for (const name of text === undefined ? [] : namesIn(manifest, text))
      if (NAME.test(name)) found.add(`${manifest}:${name}`);
  }
  return found;
}

async function manifestsIn(root: string): Promise<readonly string[]> {
  try {
    const names = await readdir(root);
    return names
      .filter((name) => MANIFESTS.has(name) || REQUIREMENTS.test(name))
      .sort()
      .slice(0, MAX_MANIFESTS);
  } catch {
    return [];
  }
}

function namesIn(manifest: string, text: string): readonly string[] {
  try {
    return (MANIFESTS.get(manifest) ?? requirementsTxt)(text);
  } catch {
    return [];
  }
}

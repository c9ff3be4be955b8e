import { existsSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { repoRoot } from './paths';

/** The folder node would load package `name` from, asked for by a file in `from`. */
function packageFolder(name: string, from: string): string {
  const candidate = join(from, 'node_modules', name);
  if (existsSync(join(candidate, 'package.json'))) return candidate;
  if (from === repoRoot || from === dirname(from)) {
    throw new Error(`"${name}" is not installed; run npm install first`);
  }
  return packageFolder(name, dirname(from));
}

function dependencies(folder: string): string[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  return Object.keys(manifest.dependencies ?? {});
}

function withDependencies(folder: string, found: Set<string>): Set<string> {
  if (found.has(folder)) return found;
  found.add(folder);
  for (const name of dependencies(folder)) withDependencies(packageFolder(name, folder), found);
  return found;
}

/** Copies an installed package and all it depends on, laid out as installed, into `<target>/node_modules`. */
export async function copyPackage(name: string, target: string): Promise<void> {
  for (const folder of withDependencies(packageFolder(name, repoRoot), new Set())) {
    const nested = join(folder, 'node_modules');
    await cp(folder, join(target, relative(repoRoot, folder)), {
      recursive: true,
      filter: (source) => source !== nested,
    });
  }
}

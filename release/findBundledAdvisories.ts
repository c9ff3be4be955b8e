import * as z from 'zod/mini';

/** A package that ships, as the build writes it into `dist/bundled.json`. */
export interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Its folder, from the project's root, with `/`. */
  readonly path: string;
}

const audit = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      nodes: z.array(z.string()),
      /** A name stands for an advisory about that package. */
      via: z.array(
        z.union([
          z.string(),
          z.object({ title: z.string(), url: z.string(), severity: z.string() }),
        ]),
      ),
    }),
  ),
});

/**
 * What `npm audit --json` says about packages that ship, a line each; those that only build or test are left out.
 * Throws when the text is not such an answer, as when the registry could not be asked.
 */
export function findBundledAdvisories(
  text: string,
  bundled: readonly Bundled[],
): readonly string[] {
  const { vulnerabilities } = readAudit(text);
  return bundled.flatMap(({ name, version, path }) =>
    Object.values(vulnerabilities)
      .filter(({ nodes }) => nodes.includes(path))
      .flatMap(({ via }) => via)
      .flatMap((each) =>
        typeof each === 'string'
          ? []
          : [`${name} ${version}: ${each.title} (${each.severity}) ${each.url}`],
      ),
  );
}

function readAudit(text: string): z.infer<typeof audit> {
  try {
    return audit.parse(JSON.parse(text));
  } catch (cause) {
    const start = text.trim().slice(0, 300);
    throw new Error(`npm audit listed no advisories; it said: ${start || 'nothing'}`, { cause });
  }
}

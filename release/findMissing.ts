/** The parts of package.json that a release depends on; whatever a file holds. */
export interface ReleaseManifest {
  readonly version?: unknown;
  readonly private?: unknown;
  readonly publisher?: unknown;
  readonly license?: unknown;
  readonly repository?: unknown;
  readonly bugs?: unknown;
  readonly homepage?: unknown;
}

/** What is to be released. */
export interface Release {
  readonly manifest: ReleaseManifest;
  /** Text of CHANGELOG.md. */
  readonly changelog: string;
  /** The tag that asked for the release; undefined before there is one. */
  readonly tag?: string | undefined;
}

const ADDRESSES = {
  repository: 'the address of the repository, as { "type": "git", "url": "https://…" }',
  bugs: 'where users report bugs, as { "url": "https://…" }',
  homepage: 'the address of the project’s page, as "https://…"',
} as const;

/** What is missing before this can be published, a sentence each; empty when nothing is. */
export function findMissing({ manifest, changelog, tag }: Release): readonly string[] {
  const version = typeof manifest.version === 'string' ? manifest.version : '';
  return [...missingInManifest(manifest, version), ...missingFor(version, { changelog, tag })];
}

function missingInManifest(manifest: ReleaseManifest, version: string): readonly string[] {
  const names = Object.keys(ADDRESSES) as (keyof typeof ADDRESSES)[];
  const addresses = names.flatMap((name) =>
    isAddress(manifest[name]) ? [] : [`package.json: set "${name}": ${ADDRESSES[name]}.`],
  );
  const texts = (['publisher', 'license'] as const).flatMap((name) =>
    isText(manifest[name]) ? [] : [`package.json: set "${name}".`],
  );
  return [
    ...addresses,
    ...texts,
    ...(manifest.private === undefined
      ? []
      : ['package.json: remove "private", which keeps npm from publishing the package.']),
    ...(/^\d+\.\d+\.\d+$/.test(version)
      ? []
      : [
          `package.json: "version" must be three numbers; the Marketplace takes no others: "${version}".`,
        ]),
  ];
}

function missingFor(
  version: string,
  { changelog, tag }: Omit<Release, 'manifest'>,
): readonly string[] {
  const sections = changelog.split(/^## /m).slice(1);
  const has = sections.some((section) => /^\S+/.exec(section)?.[0] === version);
  const unreleased = sections.find((section) => section.startsWith('Unreleased'));
  const isOpen = unreleased !== undefined && /^- /m.test(unreleased);
  return [
    ...(has ? [] : [`CHANGELOG.md: add the section "## ${version}".`]),
    ...(isOpen ? ['CHANGELOG.md: move the entries of "## Unreleased" below the version.'] : []),
    ...(tag === undefined || tag === `v${version}`
      ? []
      : [
          `The tag "${tag}" names another version than package.json; it would have to be "v${version}".`,
        ]),
  ];
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

/** An address, or an object with one as `url`. */
function isAddress(value: unknown): boolean {
  const text: unknown =
    typeof value === 'object' && value !== null && 'url' in value ? value.url : value;
  if (typeof text !== 'string') return false;
  const address = text.replace(/^git\+/, '');
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' && hostname.includes('.');
}

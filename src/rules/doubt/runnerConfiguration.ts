import { selectConftestHooks, selectElements, selectSections } from './configSections';

/** Takes the part of a file that counts. */
type Select = (text: string) => string;
const whole: Select = (text) => text;

/** Configuration of test runners by the file's name, and the part of the file that counts. */
const CONFIGURATION: readonly (readonly [RegExp, Select])[] = [
  [/^(?:\.mocharc(?:\.\w{1,5})?|\.taprc|\.nycrc(?:\.\w{1,5})?|\.c8rc(?:\.\w{1,5})?)$/, whole],
  [
    /^(?:jest|vitest|ava|karma|playwright|cypress|wdio)\.(?:config|conf|workspace)\.[cm]?[jt]s(?:on)?$/,
    whole,
  ],
  [/^vite\.config\.[cm]?[jt]s$/, whole],
  [
    /^(?:\.?pytest\.ini|\.coveragerc|\.rspec|phpunit\.xml(?:\.dist)?|nextest\.toml|testng\.xml|junit-platform\.properties)$/,
    whole,
  ],
  [/\.runsettings$/, whole],
  // `script-shell` decides what runs a script.
  [/^\.npmrc$/, whole],
  // A module of this name takes the place of the runner or of what it imports, or runs before it.
  [/^(?:_?pytest|pluggy|iniconfig|packaging|unittest|sitecustomize|usercustomize)\.py$/, whole],
  [/^go\.work$/, whole],
  [/^go\.mod$/, (text) => text.match(/^.*=>.*$/gm)?.join('\n') ?? ''],
  [/^conftest\.py$/, selectConftestHooks],
  [
    /^pyproject\.toml$/,
    (text) => selectSections(text, /^\s*\[\[?tool\.(?:pytest|coverage|tox|hatch\.envs)/),
  ],
  [/^setup\.cfg$/, (text) => selectSections(text, /^\s*\[(?:tool:pytest|coverage)/)],
  [/^tox\.ini$/, (text) => selectSections(text, /^\s*\[(?:pytest|tox|testenv|coverage)/)],
  [/^Cargo\.toml$/, (text) => selectSections(text, /^\s*\[\[?(?:test|lib|profile\.test)\b/)],
  [/^pom\.xml$/, (text) => selectElements(text, 'plugin')],
  [/^build\.gradle(?:\.kts)?$/, (text) => text.replace(/dependencies\s*\{[^{}]*\}/g, '')],
];

/** The same by the path. */
const PLACES: readonly (readonly [RegExp, Select])[] = [
  // A package of this name does the same as the module.
  [
    /(?:^|\/)(?:_?pytest|pluggy|iniconfig|packaging|unittest)\/__(?:init|main)__\.py$/,
    (text) => `package\n${text}`,
  ],
  // While it is there, Go takes libraries from this folder.
  [/(?:^|\/)vendor\/modules\.txt$/, () => 'vendored'],
];

/** What of a file configures a test runner, or stands in its place; undefined for a file that does neither. */
export function findConfiguration(path: string): Select | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const [, select] =
    CONFIGURATION.find(([pattern]) => pattern.test(name)) ??
    PLACES.find(([pattern]) => pattern.test(path)) ??
    [];
  return select;
}

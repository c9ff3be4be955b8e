import { findSecrets } from '../../text/maskSecrets';

/** Shorter values are not masked: they occur by chance. */
export const MIN_SECRET_LENGTH = 8;

/** Words that stand alone in the name of a variable with a secret, and those that also end a longer one. */
const SECRET_WORDS =
  /^(?:KEYS?|PASS|PWD|PAT|AUTH|CREDS?|CREDENTIALS?|.*(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|APIKEY|ACCESSKEY|PRIVATEKEY)S?)$/;
/** Last words of names whose value tells where or of what kind a secret is. */
const ABOUT_SECRETS =
  /^(?:ALGORITHM|DIR|ENDPOINT|FILE|FORMAT|HOST|LENGTH|NAME|PATH|PORT|PROVIDER|SIZE|SOCK|STORE|TTL|TYPE|URI|URL|USER|USERNAME)$/;
/** Headers for a collector of telemetry, as a rule its key. */
const COLLECTOR_HEADERS = /^OTEL_EXPORTER_OTLP_(?:\w+_)?HEADERS$/i;
/** The shell's working directories. */
const DIRECTORIES = new Set(['PWD', 'OLDPWD']);
const COMMON_WORDS = new Set(
  (
    'administrator anonymous automatic changeme changeit development disabled encrypted external ' +
    'external-secret github-token interactive internal keychain keyring localhost mandatory optional ' +
    'osxkeychain password passphrase placeholder postgres postgresql production required rootpassword ' +
    'secretkey secret-key standard undefined unlimited username wincred'
  ).split(' '),
);

/** Whether the name of an environment variable says that its value is a secret: `API_KEY`, not `KEYBOARD`. */
export function isSecretName(name: string): boolean {
  if (DIRECTORIES.has(name.toUpperCase())) return false;
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .split(/[^A-Z\d]+/)
    .filter((word) => word !== '');
  return words.some((word) => SECRET_WORDS.test(word)) && !ABOUT_SECRETS.test(words.at(-1) ?? '');
}

/** Whether a value is what many variables have: a word, a number, a truth value, a path, an address without a secret. */
export function isCommonValue(value: string): boolean {
  return (
    COMMON_WORDS.has(value.toLowerCase()) ||
    new Set(value).size < 3 ||
    /^[-+]?[\d.,:_ -]+$/.test(value) ||
    /^(?:true|false|yes|no|on|off|null|none)$/i.test(value) ||
    /^https?:\/\/[^@?#]*$/i.test(value) ||
    isPath(value)
  );
}

/** A path, and not Base64 that begins with a slash. */
function isPath(value: string): boolean {
  if (!/^(?:~?\/|\.{1,2}[\\/]|[A-Za-z]:[\\/]|\\\\)/.test(value)) return false;
  return value.split(/[\\/]/).every((part) => !looksRandom(part));
}

function looksRandom(text: string): boolean {
  return text.length >= 12 && /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text);
}

/** Where secrets come from. */
export interface SecretSources {
  readonly environments: readonly Readonly<Record<string, string | undefined>>[];
  /** Variables that the user calls secret. */
  readonly named: readonly string[];
  /** Command lines, which may contain keys and addresses with a password. */
  readonly commands: readonly string[];
  /** Ids and names of the workspace's own: a text that is part of one is no secret. */
  readonly names: readonly string[];
}

/** Values to mask, each at least `MIN_SECRET_LENGTH` characters long. */
export function secretValues({
  environments,
  named,
  commands,
  names,
}: SecretSources): ReadonlySet<string> {
  const chosen = new Set(named.map((name) => name.toUpperCase()));
  const values = environments.flatMap((environment) =>
    Object.entries(environment).flatMap(([name, value = '']) => {
      if (chosen.has(name.toUpperCase())) return withLines(value);
      if (COLLECTOR_HEADERS.test(name)) return headerValues(value);
      return isSecretName(name) && !isCommonValue(value.trim()) ? withLines(value) : [];
    }),
  );
  const inCommands = commands.flatMap(secretsInCommand).filter((value) => !isCommonValue(value));
  return new Set(
    [...values, ...inCommands].filter(
      (value) => value.length >= MIN_SECRET_LENGTH && !names.some((name) => name.includes(value)),
    ),
  );
}

/** Each value of a list such as `authorization=Bearer%20abc,x-team=shop`, as it is there and as it is sent, also without its scheme. */
function headerValues(list: string): readonly string[] {
  return list
    .split(',')
    .map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
    .flatMap((value) => [value, decoded(value)])
    .flatMap((value) => [value, value.slice(value.lastIndexOf(' ') + 1)])
    .filter((value) => !isCommonValue(value));
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** The value, and each line of a key that has several: programs print them one by one. */
function withLines(value: string): readonly string[] {
  const lines = value.split(/\r?\n|\\n/).map((line) => line.trim());
  const own = lines.length === 1 ? [] : lines.filter((line) => /^[\w+/=-]{16,}$/.test(line));
  return [value.trim(), ...own];
}

/** An option with a secret after a space, which `findSecrets` takes for words. */
const OPTION =
  /(?:^|\s)(?:-u|--user|--?[\w-]{0,40}(?:token|secret|passw(?:or)?d|api-?key))[=\s]\s{0,9}["']?([^\s"']{1,2000})/gi;

/** Keys and passwords in a command line; of a user with a password also the password. */
function secretsInCommand(command: string): readonly string[] {
  const options = [...command.matchAll(OPTION)].map(([, value = '']) => value);
  return [...findSecrets(command), ...options]
    .flatMap((value) => [value, value.slice(value.indexOf(':') + 1)])
    .filter((value) => !/[$%{}()]/.test(value));
}

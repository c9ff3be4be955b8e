/** Text between white space, quotes, brackets and separators. */
const TOKEN = /[^\s"'`()<>{}[\]=,:;|&]+/g;
/** A name with a number, such as "N3", "k-03" or "b-001.xml"; no option, no address. */
const NUMBERED =
  /^[\p{L}](?:[\p{L}\p{N}_.-]{0,60}\/){0,8}[\p{L}\p{N}_.-]{0,60}\d[\p{L}\p{N}_.-]{0,20}$/u;
/** A script is run under another name, which is no other input; a file of tests is one. */
const SCRIPT = /(?<![._-](?:test|spec))\.(?:py|sh|[cm]?[jt]s|rb|pl|php)$/i;
/** A number in a folder's name may be temporary. */
const NUMBERED_NAME = /(?:^|\/)[^/]*\p{L}[^/]*\d[^/]*$/u;
const DIGIT = /\d/;
/** Characters of the arguments that are read. */
const MAX_READ = 2_000;

/** The numbered names in the arguments of a call. */
export function listItems(args: string): ReadonlySet<string> {
  const items = new Set<string>();
  for (const [token] of args.slice(0, MAX_READ).matchAll(TOKEN))
    if (DIGIT.test(token) && isNumberedName(token)) items.add(token);
  return items;
}

/** Whether two calls name another numbered item each: the next host, row or file of a batch. */
export function nameOtherItems(items: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  if (items.size === 0 || items.size !== others.size) return false;
  return [...items].some((item) => !others.has(item));
}

function isNumberedName(token: string): boolean {
  return NUMBERED.test(token) && NUMBERED_NAME.test(token) && !SCRIPT.test(token);
}

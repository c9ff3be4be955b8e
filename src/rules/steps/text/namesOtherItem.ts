/** Text between white space, quotes, brackets and separators. */
const TOKEN = /[^\s"'`()<>{}[\]=,:;|&]+/g;
/** A name with a number, such as "N3", "k-03" or "b-001.xml"; no option, no address. */
const NUMBERED =
  /^[\p{L}](?:[\p{L}\p{N}_.-]{0,60}\/){0,8}[\p{L}\p{N}_.-]{0,60}\d[\p{L}\p{N}_.-]{0,20}$/u;
/** A script is run under another name, which is no other input. */
const SCRIPT = /\.(?:py|sh|[cm]?[jt]s|rb|pl|php)$/i;
/** A number in a folder's name may be temporary. */
const NUMBERED_NAME = /(?:^|\/)[^/]*\p{L}[^/]*\d[^/]*$/u;
/** Characters of the arguments that are read. */
const MAX_READ = 2_000;

/** Whether two calls name another numbered item each: the next host, row or file of a batch. */
export function namesOtherItem(a: string, b: string): boolean {
  const [items, others] = [listItems(a), listItems(b)];
  if (items.size === 0 || items.size !== others.size) return false;
  return [...items].some((item) => !others.has(item));
}

function listItems(args: string): ReadonlySet<string> {
  const tokens = args.slice(0, MAX_READ).match(TOKEN) ?? [];
  return new Set(
    tokens.filter((each) => NUMBERED.test(each) && NUMBERED_NAME.test(each) && !SCRIPT.test(each)),
  );
}

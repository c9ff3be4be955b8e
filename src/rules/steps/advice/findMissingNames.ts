import { toQuote } from '../text/toQuote';

const QUOTE = String.raw`['"‘’\x60]`;
/** A program, package, image, variable, option or resource. */
const NAME = String.raw`(?<name>[\w@][\w./:@+-]{0,100}[\w+]|[A-Za-z]\w?)`;
/** What may be missing, before its name. */
const KIND = String.raw`(?:packages?|modules?|distribution|gem|artifact|crate|dependency|image|plugin|provider|command|program|executable|tool|binary|library|(?:environment )?variable|env(?:ironment)? var|secret|profile|credentials?|namespace|resource|bucket|project|cluster|context|service(?: account)?|role|table|database|repository|repo|file)`;

const missing = (pattern: string): RegExp =>
  new RegExp(String.raw`(?<![\w./@%-])${pattern}(?![\w@/-])`, 'gi');

/** Wordings of shells, package managers, containers and clouds for something that is not there. */
const WORDINGS: readonly RegExp[] = [
  missing(String.raw`${NAME}${QUOTE}?: (?:command )?not found`),
  missing(String.raw`command not found: ${NAME}`),
  missing(String.raw`no module named ${QUOTE}?${NAME}`),
  missing(String.raw`requirement ${NAME}(?:[=<>~!]=?[\w.*]{1,30}){0,2} \(from versions: none\)`),
  missing(
    String.raw`(?:unable to (?:find|locate)|could ?(?:not|n't) find|cannot find|can't find|no matching|no such|unknown|missing(?: required)?) ${KIND}:? (?:(?:found )?for |named |found: ?)?${QUOTE}?${NAME}`,
  ),
  missing(
    String.raw`(?:${KIND} )?${QUOTE}${NAME}${QUOTE} (?:is |was |has )?not (?:been )?(?:found|installed|set|defined|available|configured|recognized)`,
  ),
  missing(
    String.raw`${KIND}:? ${NAME} (?:is |was |has )?not (?:been )?(?:found|installed|set|defined|available|configured|recognized)`,
  ),
  missing(
    String.raw`${QUOTE}?(?<name>[A-Z][A-Z\d]{1,40}_[A-Z\d_]{1,60})${QUOTE}? (?:is |was |must be )?(?:not (?:set|defined)|set|required|missing|empty)`,
  ),
  missing(String.raw`manifest for ${NAME} not found`),
  missing(String.raw`not authorized to perform:? ${NAME}`),
  missing(String.raw`${QUOTE}${NAME}${QUOTE} permission`),
];
/** Cheap check before the patterns. */
const MAY_MISS = /not\b|no |n't |unable|unknown|missing|requir|must be|permission/i;
/** Words that follow such wordings and name nothing. */
const NO_NAME =
  /^(?:the|a|an|it|this|that|for|in|of|to|is|was|and|or|any|file|error|found|named|command|not|from)$/i;

/**
 * Finds what the text of a failure calls missing, by name, each once, `most` at most. For lines of failures only: other
 * texts use the same words. Takes time linear in the length of the text.
 */
export function findMissingNames(text: string, most: number): readonly string[] {
  if (!MAY_MISS.test(text)) return [];
  const names = new Set<string>();
  for (const wording of WORDINGS)
    for (const { groups } of text.matchAll(wording)) {
      const name = toQuote(groups?.['name'] ?? '');
      if (name !== '' && !NO_NAME.test(name)) names.add(name);
      if (names.size >= most) return [...names];
    }
  return [...names];
}

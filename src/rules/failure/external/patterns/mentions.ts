/** Maximum number of characters searched in a changed file. */
const LONGEST = 1_000_000;
/** Maximum number of occurrences that are checked. */
const MOST = 5_000;

/** Whether the text names the host; "api.example.com" is not named by "myapi.example.com". */
export function mentionsHost(text: string, host: string): boolean {
  const bare = host.replace(/:\d{1,5}$/, '').toLowerCase();
  return hasOccurrence(
    text.toLowerCase(),
    bare,
    (before, after) => !/[\w.-]/.test(before) && !/[\w-]/.test(after),
  );
}

/** Whether the text imports, requires or uses the module, or names it in quotes as imports do. */
export function mentionsModule(text: string, module: string): boolean {
  return hasOccurrence(text, module, (before, after, line) => {
    if (/["'`]/.test(before) && /["'`/@]/.test(after)) return true;
    return (
      !/[\w-]/.test(before) &&
      !/[\w-]/.test(after) &&
      /(?:^|\s)(?:import|from|use|require|require_once|include|extern|load|gem)\b/.test(line)
    );
  });
}

/** Whether the text contains the name as a separate word: a command or a path. */
export function mentionsWord(text: string, word: string): boolean {
  return hasOccurrence(
    text,
    word,
    (before, after) => !/[\w-]/.test(before) && !/[\w-]/.test(after),
  );
}

type Fits = (before: string, after: string, line: string) => boolean;

function hasOccurrence(whole: string, word: string, fits: Fits): boolean {
  if (word === '') return false;
  const text = whole.slice(0, LONGEST);
  let at = text.indexOf(word);
  for (let times = 0; at !== -1 && times < MOST; times += 1) {
    const line = text.slice(Math.max(0, at - 200), at);
    const after = text.charAt(at + word.length);
    if (fits(line.slice(-1), after, line.slice(line.lastIndexOf('\n') + 1))) return true;
    at = text.indexOf(word, at + word.length);
  }
  return false;
}

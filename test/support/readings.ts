/** Letters that look like Latin ones. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  е: 'e',
  і: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  ѕ: 's',
  т: 't',
  у: 'y',
  х: 'x',
  ԁ: 'd',
  α: 'a',
  ε: 'e',
  ι: 'i',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  υ: 'u',
};

const DIGITS_AS_LETTERS: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  6: 'g',
  7: 't',
  '@': 'a',
  $: 's',
};

const TERMINAL_ESCAPE = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g');
const INVISIBLE = /[\p{Cf}\u{e0000}-\u{e007f}]/gu;

const letterByLetter = (text: string, letters: Readonly<Record<string, string>>) =>
  Array.from(text, (letter) => letters[letter] ?? letter).join('');

const rot13 = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => {
    const start = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - start + 13) % 26) + start);
  });

const tagLetters = (text: string) =>
  Array.from(text.matchAll(/[\u{e0020}-\u{e007e}]/gu), ([letter]) =>
    String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0xe0000),
  ).join('');

const escapesRead = (text: string) =>
  text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(/&#(\d{2,5});/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/&#x([0-9a-f]{2,4});/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

/** Words of 16 letters and more, read as base64 and as hex. */
function decodedWords(text: string): string[] {
  const words = [...(text.match(/[\w+/-]{16,}/g) ?? []), ...(text.match(/[\w+-]{16,}/g) ?? [])];
  return words.flatMap((word) => [
    Buffer.from(word, 'base64').toString('utf8'),
    ...(/^([0-9a-f]{2})+$/i.test(word) ? [Buffer.from(word, 'hex').toString('utf8')] : []),
  ]);
}

/** Words in lower case between single blanks: no signs, no accents, camel case taken apart. */
function words(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** What is written letter by letter, without any blank: "thisisprogress". */
const closedUp = (text: string) =>
  Array.from(text.matchAll(/(?<![\p{L}\p{N}])(?:[\p{L}\p{N}] ){3,}[\p{L}\p{N}](?![\p{L}\p{N}])/gu))
    .join('')
    .replaceAll(' ', '');

/**
 * Everything that somebody who tries hard can read in a text, each as words in lower case: as it
 * stands, without what is invisible, with letters that look alike, digits for letters, backwards,
 * rot13, base64, hex, and the escapes of JSON, HTML and addresses. What was written letter by
 * letter comes without any blank.
 */
export function readings(text: string): string[] {
  const visible = text.replace(TERMINAL_ESCAPE, '').replace(INVISIBLE, '');
  const latin = letterByLetter(visible.toLowerCase(), LOOK_ALIKES);
  const all = [
    visible,
    latin,
    letterByLetter(visible, DIGITS_AS_LETTERS),
    letterByLetter(latin, DIGITS_AS_LETTERS),
    Array.from(visible).reverse().join(''),
    rot13(visible),
    escapesRead(visible),
    tagLetters(text),
    ...decodedWords(visible),
  ].map(words);
  return [...new Set([...all, ...all.map(closedUp)])];
}

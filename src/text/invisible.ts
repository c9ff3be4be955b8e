/** Control and format characters (those of zero width and those that turn the writing direction among them), line separators; line feeds and tabs are none. */
const INVISIBLE = /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Joiners that a script or a compound emoji needs; these are kept. */
const JOINING =
  /(?<=\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d(?=\p{Extended_Pictographic})|(?<=[\p{Lo}\p{M}])[\u200c\u200d](?=\p{Lo})/u;

const INVISIBLE_IN_TEXT = new RegExp(`(${JOINING.source})|${INVISIBLE.source}`, 'gu');

/** Replaces each invisible or deceptive character by the result of `show`. */
export function showInvisible(text: string, show: (character: string) => string): string {
  return text.replace(
    INVISIBLE_IN_TEXT,
    (character, joining?: string) => joining ?? show(character),
  );
}

/** The text without these characters and without halves of characters; every line end is a line feed. */
export function removeInvisible(text: string): string {
  return showInvisible(text.replace(/\r\n?|[\u2028\u2029]/g, '\n'), () => '').replace(
    /\p{Cs}/gu,
    '',
  );
}

/** Whether the text contains any of these characters, joiners included. */
export function hasInvisible(text: string): boolean {
  return text.search(INVISIBLE) !== -1;
}

/** The same JSON with each of these characters escaped, joiners included; it parses to the same value. */
export function escapeInvisible(json: string): string {
  return json.replace(INVISIBLE, (character) =>
    Array.from({ length: character.length }, (_, unit) => escaped(character.charCodeAt(unit))).join(
      '',
    ),
  );
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}

/** Words of other languages that say nothing of what is asked for; those of English stand in `SILENT`. */
const FUNCTION_WORDS: readonly ReadonlySet<string>[] = [
  // German
  'der die das den dem des ein eine einen einem einer eines und oder aber ob dass wenn als auch bei mit von vom zu zum zur im am an auf aus für über nach noch nochmal einmal erneut wieder mal bitte ist sind war wird werden wurde hat haben kann kannst könntest können soll sollte du dir dich ich mir mich wir uns sie ihr es dein deine mein meine unser unsere dieser diese dieses schon doch jetzt gerade etwas so wie',
  // French
  'le la les un une des du de au aux et ou mais que qui quand si avec pour par sur dans en ce cet cette ces est sont était être a ont peux peut pouvez pourrais tu te toi je me moi nous vous il elle ils elles ton ta tes mon ma mes notre nos votre vos encore nouveau aussi plaît plait svp merci déjà maintenant lorsque lors y',
  // Spanish
  'el la los las un una unos unas del de al y o pero que quien cuando si con por para en este esta estos estas ese esa es son era ser ha han puedes puede podrías podría tú te ti yo me mí nos tu tus mi mis nuestro nuestra su sus otra vez nuevo también favor gracias ya ahora sigue lo',
].map((words) => new Set(words.split(' ')));

/** So many different ones show which language a request is in. */
const LEAST = 3;

/** The function words of the language that a request is in; none when that is English or not known. */
export function functionWordsOf(tokens: readonly string[]): ReadonlySet<string> {
  const said = new Set(tokens.map((token) => token.toLowerCase()));
  const counts = FUNCTION_WORDS.map((words) => [...words].filter((word) => said.has(word)).length);
  const most = Math.max(...counts);
  const words = FUNCTION_WORDS[counts.indexOf(most)];
  const isEnglish = said.has('the') || said.has('and');
  return most < LEAST || isEnglish || words === undefined ? new Set() : words;
}

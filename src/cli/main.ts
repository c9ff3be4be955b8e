import { version } from '../../package.json';

const words = process.argv.slice(2);
// Editors and scripts ask for it at each of their own starts: nothing else is loaded.
if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
  process.stdout.write(`${version}\n`);
} else {
  void import('./start').then(({ start }) => start(__dirname));
}

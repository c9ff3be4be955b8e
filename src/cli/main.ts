import { createRequire } from 'node:module';
import { join } from 'node:path';
import { version } from '../../package.json';

const words = process.argv.slice(2);
// Editors and scripts ask for it at each of their own starts: nothing else is loaded.
if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
  process.stdout.write(`${version}\n`);
} else if (words[0] === 'hook') {
  // Agents wait for it at each step: a program of its own, which reads what follows.
  process.argv.splice(2, 1);
  createRequire(__filename)(join(__dirname, 'hook.js'));
} else {
  void import('./start').then(({ start }) => start(__dirname));
}

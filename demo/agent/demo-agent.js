// Plays a coding agent: gets a prompt on standard input, edits files, prints a reply. It decides by
// what it is told and by nothing else: a stubborn one, until a human says "round".
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { setTimeout: wait } = require('node:timers/promises');

/** Milliseconds a turn takes. */
const DELAY_MS = Number(process.env.DEMO_DELAY_MS ?? 1500);

const CART_DOC = `/**
 * What a cart costs, in euros with two decimals.
 *
 * lines: [{ name, price, quantity }], price in euros; discount: percent off the whole cart.
 */`;

/** Wrong: cutting off makes 9.7275 a 9.72. */
const CUT_OFF = {
  file: 'src/cart.js',
  text: `${CART_DOC}
function cartTotal(lines, discount = 0) {
  const sum = lines.reduce((total, { price, quantity }) => total + price * quantity, 0);
  const total = sum - (sum * discount) / 100;
  return Math.floor(total * 100) / 100;
}

module.exports = { cartTotal };
`,
  reply: `STRATEGY: Cut the total off after two decimals.

The total carries digits that no price has, such as 9.7275. I changed cartTotal so that it
keeps two decimals and drops the rest. The tests should pass now.`,
};

/** Right: whole cents, rounded once. */
const ROUNDED = {
  file: 'src/cart.js',
  text: `${CART_DOC}
function cartTotal(lines, discount = 0) {
  const cents = lines.reduce((sum, line) => sum + Math.round(line.price * 100) * line.quantity, 0);
  return Math.round((cents * (100 - discount)) / 100) / 100;
}

module.exports = { cartTotal };
`,
  reply: `STRATEGY: Count in whole cents and round once, at the end.

Dropping digits was the mistake: 9.7275 has to become 9.73. cartTotal now adds whole cents, takes
the discount off and rounds the result.`,
};

const RECEIPT = {
  file: 'src/receipt.js',
  text: `const { cartTotal } = require('./cart.js');

/** The receipt for a cart: a row for each line, and the total. */
function receipt(lines, discount = 0) {
  const rows = lines.map(({ name, price, quantity }) =>
    row(\`\${quantity} x \${name}\`, cartTotal([{ price, quantity }])),
  );
  return [...rows, row('Total', cartTotal(lines, discount))].join('\\n');
}

function row(text, euros) {
  return text.padEnd(11) + euros.toFixed(2).padStart(6);
}

module.exports = { receipt };
`,
  reply: `STRATEGY: One row for each line, amounts in a column, the total from cartTotal.

receipt prints what the tests describe.`,
};

/** The user's hints: the text below their heading, before the task begins. */
function readHints(input) {
  const [head] = input.split(/^# /m, 1);
  const [, hints = ''] = head.split('Hints from the user');
  return hints;
}

function chooseEdit(input) {
  if (/^# .*receipt/im.test(input)) return RECEIPT;
  return /round/i.test(readHints(input)) ? ROUNDED : CUT_OFF;
}

async function main() {
  const edit = chooseEdit(readFileSync(0, 'utf8'));
  await wait(DELAY_MS / 2);
  writeFileSync(join(__dirname, '..', edit.file), edit.text);
  await wait(DELAY_MS / 2);
  console.log(edit.reply);
}

main();

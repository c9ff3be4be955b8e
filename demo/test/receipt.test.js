const assert = require('node:assert/strict');
const { test } = require('node:test');
const { receipt } = require('../src/receipt.js');

test('a receipt has a row for each line, and the total', () => {
  const lines = [
    { name: 'Pen', price: 0.1, quantity: 3 },
    { name: 'Coffee', price: 2.5, quantity: 2 },
  ];
  assert.equal(receipt(lines), ['3 x Pen      0.30', '2 x Coffee   5.00', 'Total        5.30'].join('\n'));
});

test('the discount is in the total', () => {
  const lines = [{ name: 'Book', price: 12.97, quantity: 1 }];
  assert.equal(receipt(lines, 25), ['1 x Book    12.97', 'Total        9.73'].join('\n'));
});

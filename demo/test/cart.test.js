const assert = require('node:assert/strict');
const { test } = require('node:test');
const { cartTotal } = require('../src/cart.js');

test('an empty cart costs nothing', () => {
  assert.equal(cartTotal([]), 0);
});

test('two coffees cost twice as much as one', () => {
  assert.equal(cartTotal([{ name: 'Coffee', price: 2.5, quantity: 2 }]), 5);
});

test('half price is half the price', () => {
  assert.equal(cartTotal([{ name: 'Cake', price: 3, quantity: 1 }], 50), 1.5);
});

test('three pens at 0.25 cost exactly 0.75', () => {
  assert.equal(cartTotal([{ name: 'Pen', price: 0.25, quantity: 3 }]), 0.75);
});

test('25 % off 12.97 leaves 9.73', () => {
  assert.equal(cartTotal([{ name: 'Book', price: 12.97, quantity: 1 }], 25), 9.73);
});

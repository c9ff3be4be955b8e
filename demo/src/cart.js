/**
 * What a cart costs, in euros with two decimals.
 *
 * lines: [{ name, price, quantity }], price in euros; discount: percent off the whole cart.
 */
function cartTotal(lines, discount = 0) {
  const sum = lines.reduce((total, { price, quantity }) => total + price * quantity, 0);
  return sum - (sum * discount) / 100;
}

module.exports = { cartTotal };

import { equal } from 'node:assert/strict';
import { toLocalPaths } from '../../../../src/rules/guard/localPaths';

describe('paths in the folder of a session', () => {
  it('are relative to it, also in JSON', () => {
    equal(toLocalPaths('Edit /home/a/shop/src/cart.js', '/home/a/shop'), 'Edit src/cart.js');
    const args = JSON.stringify({ path: 'C:\\shop\\src\\cart.js' });
    equal(toLocalPaths(args, 'C:\\shop'), JSON.stringify({ path: 'src\\cart.js' }));
  });

  it('stay whole where they lead elsewhere, or nothing is known of the folder', () => {
    for (const [text, folder] of [
      ['/home/a/shop2/cart.js', '/home/a/shop'],
      ['/mnt/home/a/shop/cart.js', '/home/a/shop'],
      ['/etc/hosts', '/'],
      ['/etc/hosts', ''],
    ] as const)
      equal(toLocalPaths(text, folder), text);
  });
});

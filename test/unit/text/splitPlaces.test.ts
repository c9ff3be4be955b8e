import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { splitPlaces } from '../../../src/text/splitPlaces';

const placesIn = (text: string): readonly string[] =>
  splitPlaces(text).flatMap(({ place }) =>
    place === undefined ? [] : `${place.file} ${place.line}`,
  );

describe('places in a text', () => {
  it('are files with a line, as programs print them', () => {
    deepEqual(placesIn('at Context.<anonymous> (test/cart.test.js:22:12)'), [
      'test/cart.test.js 22',
    ]);
    deepEqual(placesIn('src/a.ts:3: error TS2304, and C:\\shop\\b.ts:7.'), [
      'src/a.ts 3',
      'C:\\shop\\b.ts 7',
    ]);
    deepEqual(placesIn('"/srv/läden/wagen.py:9"'), ['/srv/läden/wagen.py 9']);
  });

  it('are no addresses, times, versions or numbers', () => {
    deepEqual(
      placesIn('http://localhost.test:3000/a.js:3 12:30:05 v1.2:3 a:1 file.js: 3 x.js:0'),
      [],
    );
  });

  it('lose nothing of any text', () => {
    const parts = fc.array(
      fc.oneof(fc.string(), fc.constantFrom('a.js:1', 'b/c.ts:2:3', ':', '.', ' ')),
    );
    fc.assert(
      fc.property(parts, (all) => {
        const text = all.join('');
        equal(
          splitPlaces(text)
            .map((part) => part.text)
            .join(''),
          text,
        );
      }),
    );
  });
});

import { stemmer } from 'stemmer';
import { SYNONYMS } from './requestVocabulary';

/** Words for opposite things, in pairs. */
const PAIRS =
  'pass fail, succeed fail, work fail, success failure, enable disable, ' +
  'activate deactivate, allow forbid, accept reject, approve reject, include exclude, ' +
  'increase decrease, raise lower, grow shrink, open close, start stop, write remove, ' +
  'insert remove, show hide, lock unlock, encrypt decrypt, encode decode, ' +
  'serialize deserialize, import export, upload download, push pull, first last, ' +
  'minimum maximum, min max, faster slower, fast slow, up down, left right, ' +
  'top bottom, input output, request response, old new, public private, valid invalid, ' +
  'true false, required optional, empty full, upgrade downgrade, connect disconnect, ' +
  'mount unmount, attach detach, install uninstall, merge split, ascending descending, ' +
  'source target, local remote, visible hidden, inside outside, above below, ' +
  'internal external, present absent, present missing, safe unsafe, ' +
  'possible impossible, hit miss, expand collapse, revert apply, backup restore, ' +
  'green red, sync async, synchronous asynchronous, read write, early late, win lose, ' +
  'explicit implicit, static dynamic, signin signout';

/** The stem of a word → the stems of its opposites. */
export const OPPOSITES: ReadonlyMap<string, ReadonlySet<string>> = oppositesIn(PAIRS);

function oppositesIn(pairs: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (from: string, to: string): void => {
    found.set(from, (found.get(from) ?? new Set()).add(to));
  };
  for (const pair of pairs.split(', ')) {
    const [one = '', other = ''] = pair
      .split(' ')
      .map((word) => stemmer(SYNONYMS.get(word) ?? word));
    add(one, other);
    add(other, one);
  }
  return found;
}

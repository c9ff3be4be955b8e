import { requirementName } from './pythonNames';

const GEM = /^[ \t]{0,200}gem[ \t(]{1,20}['"]([^'"]{1,200})['"]/;
const GO_MODULE = /^([^\s()"]{1,500}) v\S/;

/** Packages of a requirements file; files that it includes are not read. */
export function requirementsTxt(text: string): readonly string[] {
  return splitLines(text).flatMap(requirementName);
}

/** Modules that a go.mod requires directly. */
export function goMod(text: string): readonly string[] {
  let inBlock = false;
  return splitLines(text).flatMap((line) => {
    const words = line.trim();
    if (inBlock) inBlock = words !== ')';
    else if (/^require\s?\($/.test(words)) {
      inBlock = true;
      return [];
    }
    const required = words.startsWith('require ') ? words.slice('require '.length) : words;
    const isRequired = (inBlock || required !== words) && !words.endsWith('// indirect');
    return isRequired ? (GO_MODULE.exec(required.trim())?.slice(1) ?? []) : [];
  });
}

/** Gems of a Gemfile. */
export function gemfile(text: string): readonly string[] {
  return splitLines(text).flatMap((line) => GEM.exec(line)?.slice(1) ?? []);
}

/** Longer lines do not contain dependencies. */
const MAX_LINE = 4_000;

/** The lines of a file, truncated to `MAX_LINE`. */
export function splitLines(text: string): readonly string[] {
  return text.split(/\r?\n/).map((line) => line.slice(0, MAX_LINE));
}

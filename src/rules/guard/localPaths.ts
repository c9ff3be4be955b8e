import type { Step } from '../../model/steps/step';

/** As `toLocalPaths`, of a step. */
export function toLocalStep(step: Step, folder: string): Step {
  const local = (text: string): string => toLocalPaths(text, folder);
  return { ...step, args: local(step.args), result: local(step.result) };
}

/** Leaves out a folder before the paths in it: `/shop/src/cart.js` is `src/cart.js` in `/shop`; also in JSON. */
export function toLocalPaths(text: string, folder: string): string {
  if (folder.length < MIN_FOLDER) return text;
  const separator = folder.includes('\\') ? '\\' : '/';
  const prefix = folder.endsWith(separator) ? folder : `${folder}${separator}`;
  const inJson = JSON.stringify(prefix).slice(1, -1);
  return [...new Set([inJson, prefix])].reduce(dropBefore, text);
}

/** The root of a file system is no prefix that tells nothing. */
const MIN_FOLDER = 4;
/** A character before which a path begins. */
const IN_PATH = /[\w.~/\\-]/;

function dropBefore(text: string, prefix: string): string {
  const parts = text.split(prefix);
  return parts.reduce((left, right) => {
    const isInside = IN_PATH.test(left.slice(-1));
    return isInside ? `${left}${prefix}${right}` : `${left}${right}`;
  });
}

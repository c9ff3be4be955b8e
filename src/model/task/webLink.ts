import { hasInvisible } from '../../text/invisible';

/** Longest link of a task, in characters. */
export const MAX_LINK = 2_000;

/** An absolute address with http or https, without user and password, and without characters that end an address in a text. */
export const LINK_PATTERN = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\\<>"`/?#@]+(?:[/?#][^\s\\<>"`]*)?$/;

/** Whether a text is an address on the web that can be opened and shows where it leads: nothing in it is invisible. */
export function isWebLink(text: string): boolean {
  return (
    text.length <= MAX_LINK && LINK_PATTERN.test(text) && !hasInvisible(text) && URL.canParse(text)
  );
}

const GITHUB_PATH = /^\/([^/]+\/[^/]+)\/(?:issues|pull)\/(\d+)\/?$/;

/** A short name for such an address: `owner/repository#12` for what GitHub numbers, otherwise its host. */
export function nameLink(link: string): string {
  const { host, pathname } = new URL(link);
  const [, repository, number] = GITHUB_PATH.exec(pathname) ?? [];
  return repository === undefined ? host : `${repository}#${number}`;
}

import { isUtf8 } from 'node:buffer';
import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { FILE_DEEDS, MAX_FILE_BYTES, type Deed, type FileDeed, type Who } from './deeds';
import { doWithGit, type Commits, type GitPlace } from './gitDeeds';
import { IGNORED, LINKS, MODES, PATHS, RULES } from './places';
import { systemPath } from './tree';

/** Contents are so long that a few words more do not make another file of them. */
const FILLER = 'the quick brown fox jumps over the lazy dog and is not seen again';
const OURS = 'the same in many files\n';

/** Where deeds are done. */
export interface Place extends GitPlace {
  /** A folder beside the workspace. */
  readonly outside: string;
  readonly hasGit: boolean;
  /** Whether a path is ignored now. */
  isIgnored(path: string): boolean;
}

/** One actor's chapter: deeds on real files, each content marked with who wrote it (`<<U7>>`). */
export class Doing implements Commits {
  commits = 0;
  rewrote = false;
  private readonly moved = new Set<string>();
  private readonly vacated = new Set<string>();
  /** Copies, and what replaced something: with changes on top nobody could tell whose it is. */
  private readonly sealed = new Set<string>();

  constructor(
    private readonly place: Place,
    private readonly who: Who,
  ) {}

  do({ what, path: index, other }: Deed): void {
    const path = PATHS[index % PATHS.length] ?? '';
    const to = PATHS[other % PATHS.length] ?? '';
    if (!isFileDeed(what)) {
      if (this.place.hasGit) doWithGit(this, this.place, { what, path, other });
      return;
    }
    const deeds: Record<FileDeed, () => void> = {
      write: () => this.put(path, this.text('\n')),
      crlf: () => this.put(path, this.text('\r\n')),
      binary: () => this.put(path, `\0\xff\x80${this.text('\0')}`),
      large: () => this.put(path, this.text('\n').padEnd(MAX_FILE_BYTES + 1 + (other % 99), '.')),
      empty: () => this.put(path, ''),
      same: () => this.put(path, OURS),
      append: () => this.append(path),
      remove: () => this.remove(path),
      mode: () => this.chmod(path, MODES[other % MODES.length] ?? 0o644),
      move: () => this.move(path, to, false),
      rework: () => this.move(path, to, true),
      copy: () => this.copy(path, to),
      link: () => this.link(path, LINKS[other % LINKS.length] ?? ''),
      hardLink: () => this.hardLink(path),
      ignore: () => this.ignore(other),
      intoIgnored: () => this.put(IGNORED[other % IGNORED.length] ?? '', this.text('\n')),
    };
    deeds[what]();
  }

  private text(end: string): string {
    const mark = `<<${this.who}${this.place.next()}>>`;
    return [mark, FILLER, ''].join(end);
  }

  private at(path: string): Buffer {
    return systemPath(this.place.root, path);
  }

  private kindOf(path: string): 'none' | 'file' | 'folder' | 'link' {
    let stats;
    try {
      stats = fs.lstatSync(this.at(path));
    } catch {
      return 'none';
    }
    if (stats.isSymbolicLink()) return 'link';
    return stats.isDirectory() ? 'folder' : 'file';
  }

  /** Makes the place free and its folders real: nobody here writes through a link. */
  private makeWay(path: string): void {
    const parts = path.split('/').slice(0, -1);
    for (const depth of parts.keys()) {
      const folder = parts.slice(0, depth + 1).join('/');
      if (this.kindOf(folder) === 'folder') continue;
      fs.rmSync(this.at(folder), { force: true });
      fs.mkdirSync(this.at(folder));
    }
    this.removeTree(path);
  }

  private removeTree(path: string): void {
    // A repository is not deleted along with its files: that would be too much of a mess.
    if (this.kindOf(path) !== 'folder') fs.rmSync(this.at(path), { force: true });
    else if (this.kindOf(`${path}/.git`) === 'none') {
      fs.rmSync(this.at(path), { recursive: true, force: true });
    }
  }

  private isFree(path: string): boolean {
    return this.kindOf(path) === 'none' && this.reallyBelow(path);
  }

  /** Whether no folder above is a link or a file. */
  private reallyBelow(path: string): boolean {
    const folder = dirname(path);
    return folder === '.' || (this.reallyBelow(folder) && this.kindOf(folder) === 'folder');
  }

  private put(path: string, content: string): void {
    if (this.vacated.has(path) || !this.reachable(path)) return;
    this.makeWay(path);
    if (this.kindOf(path) === 'none') fs.writeFileSync(this.at(path), content, 'latin1');
  }

  /** Nothing is removed to make way in a folder that something was moved out of, or whose place it had. */
  private reachable(path: string): boolean {
    return ![...this.vacated, ...this.moved].some(
      (each) => path.startsWith(`${each}/`) || each.startsWith(`${path}/`),
    );
  }

  private append(path: string): void {
    if (!this.reallyBelow(path) || this.kindOf(path) !== 'file') return;
    if ([...this.sealed].some((each) => path === each || path.startsWith(`${each}/`))) return;
    const content = fs.readFileSync(this.at(path), 'latin1');
    // Agents write files anew; nothing here writes to what may be a second name of a file outside.
    fs.rmSync(this.at(path));
    fs.writeFileSync(this.at(path), `${content}<<${this.who}${this.place.next()}>>\n`, 'latin1');
  }

  private remove(path: string): void {
    if (this.reallyBelow(path)) this.removeTree(path);
  }

  private chmod(path: string, mode: number): void {
    if (!this.reallyBelow(path) || this.kindOf(path) !== 'file') return;
    const content = fs.readFileSync(this.at(path));
    fs.rmSync(this.at(path));
    fs.writeFileSync(this.at(path), content);
    fs.chmodSync(this.at(path), mode);
  }

  /** What is moved from where nobody may look is not told from what is new. */
  private move(path: string, to: string, rework: boolean): void {
    if (!this.mayMove(path, to)) return;
    const wasFree = this.isFree(to);
    if (rework && (!wasFree || this.kindOf(path) !== 'file')) return;
    this.makeWay(to);
    if (!this.isFree(to)) return;
    fs.renameSync(this.at(path), this.at(to));
    this.vacated.add(path);
    this.moved.add(to);
    if (!wasFree) this.sealed.add(to);
    if (rework) this.append(to);
  }

  private mayMove(path: string, to: string): boolean {
    if (!this.reallyBelow(path) || this.kindOf(path) === 'none') return false;
    if (this.kindOf(`${path}/.git`) !== 'none') return false;
    if (to === path || to.startsWith(`${path}/`) || path.startsWith(`${to}/`)) return false;
    return !this.place.isIgnored(path) && !this.vacated.has(to) && this.reachable(to);
  }

  private copy(path: string, to: string): void {
    if (!this.mayMove(path, to)) return;
    this.makeWay(to);
    if (!this.isFree(to) || !isUtf8(Buffer.concat([this.at(path), this.at(to)]))) return;
    this.sealed.add(to);
    fs.cpSync(this.at(path).toString(), this.at(to).toString(), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }

  private link(path: string, text: string): void {
    if (this.vacated.has(path) || !this.reachable(path)) return;
    this.makeWay(path);
    if (this.isFree(path))
      fs.symlinkSync(text.replace('OUTSIDE', this.place.outside), this.at(path));
  }

  private hardLink(path: string): void {
    if (this.vacated.has(path) || !this.reachable(path)) return;
    this.makeWay(path);
    if (this.isFree(path)) fs.linkSync(`${this.place.outside}/canary`, this.at(path));
  }

  private ignore(which: number): void {
    const rules = RULES.filter((_, bit) => (which & (1 << bit)) !== 0);
    const mark = `# <<${this.who}${this.place.next()}>>`;
    this.put('.gitignore', [...rules, mark, ''].join('\n'));
  }
}

function isFileDeed(what: Deed['what']): what is FileDeed {
  return (FILE_DEEDS as readonly string[]).includes(what);
}

/** Numbers by which Linux tells the kind of a file system (statfs(2)), of those that lie elsewhere. */
const NETWORK: ReadonlyMap<number, string> = new Map([
  [0x6969, 'a network drive (NFS)'],
  [0x517b, 'a network drive (SMB)'],
  [0xff534d42, 'a network drive (SMB)'],
  [0xfe534d42, 'a network drive (SMB)'],
  [0x5346414f, 'a network drive (AFS)'],
  [0x00c36400, 'a network drive (Ceph)'],
  [0x01021997, 'a drive of another system (9p)'],
  [0x786f4256, 'a shared folder of a virtual machine'],
]);

/** Folders whose content a program carries to other machines. */
const SYNCED =
  /[\\/](OneDrive|Dropbox|Google Drive|GoogleDrive|Nextcloud|ownCloud|Mobile Documents|pCloudDrive|Syncthing)(?: ?[-(][^\\/]*)?(?=[\\/])/i;

/**
 * What keeps a folder on another machine or carries it there; undefined for none, or where it cannot
 * be told. `type`: as `statfs` gives it on Linux.
 */
export function remoteKind(directory: string, type: number | undefined): string | undefined {
  const synced = SYNCED.exec(directory)?.[1];
  if (synced !== undefined) {
    return `a synchronised folder (${synced === 'Mobile Documents' ? 'iCloud' : synced})`;
  }
  if (process.platform !== 'linux' || type === undefined) return undefined;
  return NETWORK.get(type >>> 0);
}

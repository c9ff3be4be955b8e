import type { ExternalRule } from './externalRule';

/** A path in quotes. */
const PATH = String.raw`(?:['"‘\x60](?<subject>[^'"’\x60]{1,300})['"’\x60])`;

const full = (pattern: string, at: ExternalRule['at'] = 'error', flags = ''): ExternalRule => ({
  kind: 'disk_full',
  handling: 'blocked',
  at,
  pattern: new RegExp(pattern, flags),
});
const denied = (pattern: string, at: ExternalRule['at'] = 'error', flags = ''): ExternalRule => ({
  kind: 'permission',
  handling: 'blocked',
  at,
  pattern: new RegExp(pattern, flags),
});

/** Full disks and denied permissions. */
export const MACHINE_RULES: readonly ExternalRule[] = [
  full(
    String.raw`\b(?:ENOSPC|EDQUOT|Errno 28|Errno 122)\b(?!: System limit)(?:.{0,200}? ${PATH})?`,
  ),
  full(
    String.raw`\b(?:No space left on device|Disk quota exceeded|There is not enough space on the disk|database or disk is full|SQLITE_FULL)\b(?:.{0,200}? ${PATH})?`,
  ),
  full(
    String.raw`^(?:[\w./-]{1,200}: )?(?:line \d{1,6}: )?[^:]{1,200}: (?:write error: )?(?:No space left on device|Disk quota exceeded)`,
    'start',
  ),
  full('^There is not enough space on the disk', 'start'),
  denied(String.raw`\b(?:EACCES|EPERM|EROFS)\b[^'"‘]{0,120}?${PATH}`),
  denied(String.raw`\blisten EACCES: permission denied (?<subject>[\w.:\[\]]{1,100})`),
  denied(String.raw`^(?:EACCES|EPERM|EROFS)\b`),
  denied(
    String.raw`\[Errno (?:1|13|30)\] (?:Permission denied|Operation not permitted|Read-only file system)(?:: ${PATH})?`,
  ),
  denied(String.raw`^\[WinError 5\] Access is denied(?:: ${PATH})?`),
  denied(
    String.raw`^(?:[\w./-]{1,200}: )?cannot [\w ]{1,40} ${PATH}: (?:Permission denied|Operation not permitted|Read-only file system)`,
    'start',
  ),
  denied(
    String.raw`^(?:[\w./-]{1,200}: )?(?:line )?(?:\d{1,6}: )?(?:cannot create )?(?<subject>[\w./~@+-]{1,300}): (?:Permission denied|Read-only file system)$`,
    'start',
  ),
  denied(
    String.raw`^(?:cannot|could not|failed to|unable to) (?:open|create|write|read|unlink|lock|access)[\w ]{0,30} ${PATH}.{0,60}: (?:Permission denied|Read-only file system)`,
    'error',
    'i',
  ),
  denied(
    String.raw`^(?:open|mkdir|unlink|rename|chmod|stat) (?<subject>[\w./~@+-]{1,300}): (?:permission denied|operation not permitted|read-only file system)`,
  ),
  denied(String.raw`^Access is denied\.?$`, 'start'),
  denied(
    String.raw`^(?:permission denied while trying to connect to the Docker daemon socket|Got permission denied while trying to connect to the Docker daemon socket)`,
    'start',
    'i',
  ),
  denied(
    String.raw`\(AccessDeniedException|\bAccessDeniedException: (?<subject>[\w./~@+-]{1,300})`,
  ),
];

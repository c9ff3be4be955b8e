import { applyMasks, prepareMasks, type TraitedLine } from '../../failure/signature/applyMasks';

/** Identifiers after what they identify. */
const RUN_ID =
  /\b(p?pids?|pgid|(?:session|request|trace|span|call|run|container|chunk|correlation|message|event|transaction|delivery)[-_ ]?id)(\b["']?\s?[:=]\s?["']?)[\w-]{1,64}/gi;
/** Identifiers after their name alone; they contain a digit. */
const NAMED_ID =
  /\b(id|ref|nonce|challenge|correlation|trace|session|ticket|capture|msg)([ :=#]{1,3})(?=[a-z-]{0,40}\d)[\w-]{3,40}(?:::\w{1,40})?(?![\w.]| of\b)/gi;
/** Identifiers that begin with what they identify; they mix digits and letters. */
const PREFIXED_ID =
  /\b(job|run|build|req|request|dpl|op|exec|evt|event|msg|txn?|span|trace|sess|session|corr)([-_])(?=[a-z]{0,40}\d)(?=\d{0,40}[a-z])[\da-z]{5,40}(?![\w.-])/gi;
/** Short hashes after a short name, shorter ones after that of a failure, and groups of hexadecimal digits. */
const HASHED_ID =
  /\b([a-z]{2,12})([-_])(?=[a-f]{0,15}\d)(?=\d{0,15}[a-f])(?:[\da-f]{8,40}|(?<=\b(?:err|error|fault|incident)[-_])[\da-f]{6,7})(?![\w.-])|(?<![\w-])(?=[\da-f-]{13,})(?=[a-f-]{0,40}\d)(?=[\d-]{0,40}[a-f])[\da-f]{4,12}(?:-[\da-f]{4,12}){1,5}(?![\w-])/g;
/** Process ids that a program prints before each of its lines. */
const LINE_PID = /^\[\d{4,7}\](?= )/;
/** Random ends of the names of pods. */
const POD = /(?<=[a-z\d]-)(?=[a-z]{0,9}\d)[\da-z]{8,10}-[\da-z]{5}(?![\w-])/g;
/** Short hashes, which mix digits and letters; not colours, quoted values or parts of names. */
const SHORT_HASH = /(?<![\w#.'"/-])(?=[a-f]{0,11}\d)(?=\d{0,11}[a-f])[\da-f]{6,11}(?![\w.'"/-])/g;
/** Times in the names of files, and files that are named by a number only. */
const NUMBERED_FILE =
  /(?<=\w[-_.])(?:1[4-9]\d{8}(?:\d{3})?|20\d{6}[-_T]\d{4,6})(?!\d)|(?<=\/)\d{2,12}(?=\.(?:log|out|tmp)\b)/g;
/** Servers and timings that web servers name in headers of a response. */
const HEADER =
  /^(<? ?(?:x-(?:node|host|pod|backend|served?|server|instance|runtime|timer|cache|trace|correlation|request|amz|envoy|b3)[\w-]{0,40}|cf-ray|etag|age|via|server-timing|set-cookie)): .*$/i;
/** Which one of many equal servers or workers answered. */
const SERVER =
  /(?<=(?:\b(?:by|from|on|via) |^\[?))(worker|node|host|pod|replica|backend|instance|runner|upstream|executor)[-_#](?:\d{1,4}|[a-z])\b/gi;
/** Counters of the changes of a document, as the value of a JSON field. */
const REVISION = /("(?:rev|revision|etag)": ?)"?\w{1,40}"?/g;

function replaceHashedId(_: string, name?: string, mark?: string): string {
  return name === undefined ? '<id>' : `${name}${mark ?? ''}<id>`;
}

const RUN_IDS = prepareMasks([{ pattern: RUN_ID, by: '$1$2<id>', needs: 'id:|id=' }]);
/** Only in lines with a digit. */
const IDS = prepareMasks([
  {
    pattern: NAMED_ID,
    by: '$1$2<id>',
    needs: '0id|0ref|0nonce|0challenge|0correlation|0trace|0session|0ticket|0capture|0msg',
  },
  {
    pattern: PREFIXED_ID,
    by: '$1$2<id>',
    needs:
      '0-job|0_job|0-run|0_run|0-build|0_build|0-req|0_req|0-dpl|0_dpl|0-op|0_op|0-exec|0_exec|0-ev|0_ev|0-msg|0_msg|0-tx|0_tx|0-span|0_span|0-trace|0_trace|0-ses|0_ses|0-cor|0_cor',
  },
  { pattern: HASHED_ID, by: replaceHashedId, needs: '0-####|0_####' },
  { pattern: LINE_PID, by: '[<pid>]', needs: '0000[]' },
  { pattern: SHORT_HASH, by: '<hash>', needs: '0######' },
  { pattern: NUMBERED_FILE, by: '<id>', needs: '0000000000|00000000|00/.' },
  { pattern: HEADER, by: '$1: <once>', needs: ':' },
  { pattern: POD, by: '<id>', needs: '0-' },
  { pattern: REVISION, by: '$1<count>', needs: '"rev:|"etag:' },
  {
    pattern: SERVER,
    by: '$1-<id>',
    needs: 'worker|node|host|pod|replica|backend|instance|runner|upstream|executor',
  },
]);

/** Masks identifiers that are valid for one run or one call only. */
export function maskIds(line: TraitedLine): void {
  applyMasks(line, RUN_IDS);
  if (line.traits.digits > 0) applyMasks(line, IDS);
}

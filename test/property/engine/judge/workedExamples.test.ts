import type { JudgeFailure, JudgeReply } from '../../../../src/ports/judge';
import { scriptedJudge, type ScriptedJudge } from '../../../support/scriptedJudge';
import { describeExamples, type Undecided } from '../../../unit/engine/run/workedExamples';

function judgeThat(reply: JudgeReply): ScriptedJudge {
  return scriptedJudge(() => reply);
}

function failedTo(why: JudgeFailure, permanent: boolean): JudgeReply {
  return { kind: 'failed', why, detail: why, permanent, calls: 1 };
}

function answered(text: string): JudgeReply {
  return { kind: 'answered', text, calls: 1 };
}

const UNDECIDED: readonly Undecided[] = [
  { name: 'a judge that cannot be reached', judge: judgeThat(failedTo('unreachable', false)) },
  { name: 'a judge that is too slow', judge: judgeThat(failedTo('timeout', false)) },
  { name: 'a judge that needs a key', judge: judgeThat(failedTo('not allowed', true)) },
  { name: 'a judge that lies about its schema', judge: judgeThat(answered('{"progress": true}')) },
  { name: 'a judge that answers half an object', judge: judgeThat(answered('{"noProgress": fa')) },
  {
    name: 'a judge that answers with wrong types',
    judge: judgeThat(answered('{"isRegressive":0,"noProgress":0,"external":1,"reasoning":[]}')),
  },
  {
    name: 'a judge that calls everything progress',
    judge: judgeThat(
      answered('{"isRegressive":false,"noProgress":false,"external":true,"reasoning":"yes"}'),
    ),
  },
];

for (const each of UNDECIDED) describeExamples(each);

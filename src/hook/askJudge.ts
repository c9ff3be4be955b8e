import { connect } from 'node:net';
import { NO_ANSWER } from '../model/guard/hookAnswer';
import type { JudgeQuestion, JudgeReply } from './judgeProtocol';

/** Asks the judge; undefined where none can listen or listens, or it is of another version. Never throws. */
export async function askJudge(
  socket: string,
  question: JudgeQuestion,
): Promise<JudgeReply | undefined> {
  if (socket === '') return undefined;
  return await new Promise((resolve) => {
    const connection = connect(socket);
    let reply = '';
    connection.setEncoding('utf8');
    connection.on('connect', () => connection.write(`${JSON.stringify(question)}\n`));
    connection.on('data', (text: string) => {
      reply += text;
      if (!reply.endsWith('\n')) return;
      connection.destroy();
      resolve(readReply(reply));
    });
    connection.on('error', () => resolve(undefined));
    connection.on('close', () => resolve(undefined));
  });
}

function readReply(line: string): JudgeReply | undefined {
  try {
    const reply = JSON.parse(line) as JudgeReply;
    return reply.kind === 'other version' ? undefined : reply;
  } catch {
    return NO_ANSWER;
  }
}

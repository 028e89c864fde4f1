/** The thread in which documents are drawn, one after the other; what goes wrong ends it, and its owner hears of it. */
import { parentPort } from 'node:worker_threads'
import { type DrawnDocument, drawDocument } from './draw-document.ts'

type Asked = Omit<DrawnDocument, 'issuedAt'> & { issuedAt: string }

parentPort?.on('message', (asked: Asked) => void answer(asked))

async function answer({ issuedAt, ...document }: Asked): Promise<void> {
  const pdf = await drawDocument({ ...document, issuedAt: Temporal.Instant.from(issuedAt) })
  // A copy, since what is handed over must be nobody else's.
  const own = new Uint8Array(pdf)
  parentPort?.postMessage(own, [own.buffer])
}

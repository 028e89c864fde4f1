/** Worker thread that draws documents one after the other; an error ends it and reaches its owner. */
import { parentPort } from 'node:worker_threads'
import { type DrawnDocument, drawDocument } from './draw-document.ts'

type Asked = Omit<DrawnDocument, 'issuedAt'> & { issuedAt: string }

parentPort?.on('message', (asked: Asked) => void answer(asked))

async function answer({ issuedAt, ...document }: Asked): Promise<void> {
  const pdf = await drawDocument({ ...document, issuedAt: Temporal.Instant.from(issuedAt) })
  // A copy, since a transferred buffer must not be shared.
  const own = new Uint8Array(pdf)
  parentPort?.postMessage(own, [own.buffer])
}

import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { createBoundedQueue } from '#server/platform/database/bounded-queue.ts'
import { capacities } from '#server/platform/limits/limits.ts'
import { hashToken } from '#server/platform/secrets.ts'
import type { DrawnDocument } from './draw-document.ts'

/** After so long without a document the thread ends, and gives its memory back. */
const idleMs = 30_000
/** A page takes a second on a slow machine; whatever takes this long will not come. */
const longestMs = 20_000

const queue = createBoundedQueue(capacities.documents)

/** Documents that were drawn since the thread began, by all that is in them: the same one is the same bytes. */
const drawn = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
const mostKept = 20

let thread: Worker | undefined
let idle: NodeJS.Timeout | undefined

/**
 * Draws a document in a thread of its own, so that nobody else waits for it. The thread begins with the first document.
 * Whoever wants one that is being drawn, or was drawn lately, gets the same.
 *
 * @returns the PDF
 * @throws AppError `service_unavailable` when too many are waiting
 */
export function drawAside(document: DrawnDocument): Promise<Uint8Array<ArrayBuffer>> {
  const key = hashToken(JSON.stringify(document))
  const known = drawn.get(key)
  if (known) return known
  const [oldest] = drawn.size >= mostKept ? drawn.keys() : []
  if (oldest !== undefined) drawn.delete(oldest)
  const pdf = queue(() => draw(document))
  drawn.set(key, pdf)
  pdf.catch(() => drawn.delete(key))
  return pdf
}

async function draw({ issuedAt, ...document }: DrawnDocument): Promise<Uint8Array<ArrayBuffer>> {
  clearTimeout(idle)
  thread ??= start()
  try {
    const answer = once(thread, 'message', { signal: AbortSignal.timeout(longestMs) })
    // A thread has no origin, as a window has.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    thread.postMessage({ ...document, issuedAt: issuedAt.toString() })
    const [pdf]: Uint8Array<ArrayBuffer>[] = await answer
    if (!pdf) throw new Error('The thread that draws answered nothing')
    idle = setTimeout(end, idleMs).unref()
    return pdf
  } catch (error) {
    // It may be in the middle of something: the next document gets a thread that is not.
    end()
    throw error
  }
}

function start(): Worker {
  const isSource = import.meta.filename.endsWith('.ts')
  const worker = new Worker(join(import.meta.dirname, isSource ? 'draw-thread.ts' : 'draw-thread.js'), {
    execArgv: [],
  })
  // Nobody waits for it when the process ends.
  worker.unref()
  return worker
}

function end(): void {
  const ended = thread
  thread = undefined
  drawn.clear()
  void ended?.terminate()
}

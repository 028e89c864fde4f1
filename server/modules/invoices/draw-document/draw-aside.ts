import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { createBoundedQueue } from '#server/platform/database/bounded-queue.ts'
import { capacities } from '#server/platform/limits/limits.ts'
import { hashToken } from '#server/platform/secrets.ts'
import type { DrawnDocument } from './draw-document.ts'

/** Idle timeout: after so long without a document the worker thread ends and frees its memory. */
const idleMs = 30_000
/** Timeout of a document: a page takes a second on a slow machine. */
const longestMs = 20_000

const queue = createBoundedQueue(capacities.documents)

/** Cache of documents drawn since the thread began, by their content: drawing is deterministic. */
const drawn = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
const mostKept = 20

let thread: Worker | undefined
let idle: NodeJS.Timeout | undefined

/**
 * Draws a document in a worker thread, so that it does not block the event loop. The thread starts with the first
 * document. Dedupes concurrent calls for the same document and caches recent ones.
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
    // A worker thread has no origin, unlike a window.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    thread.postMessage({ ...document, issuedAt: issuedAt.toString() })
    const [pdf]: Uint8Array<ArrayBuffer>[] = await answer
    if (!pdf) throw new Error('The thread that draws answered nothing')
    idle = setTimeout(end, idleMs).unref()
    return pdf
  } catch (error) {
    // The thread may hang in a document: the next one gets a fresh thread.
    end()
    throw error
  }
}

function start(): Worker {
  const isSource = import.meta.filename.endsWith('.ts')
  const worker = new Worker(join(import.meta.dirname, isSource ? 'draw-thread.ts' : 'draw-thread.js'), {
    execArgv: [],
  })
  // Does not keep the process alive.
  worker.unref()
  return worker
}

function end(): void {
  const ended = thread
  thread = undefined
  drawn.clear()
  void ended?.terminate()
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { capacities } from '../limits/limits.ts'
import { createCounter, reportGauge } from '../telemetry/metrics.ts'
import { refuseConnection } from './malformed.ts'

const countCutOff = createCounter(
  'profil_bodies_cut_off_total',
  'Requests that were cut off for newer ones before their whole body had come.',
  [],
)

/** Most bytes of a body, but of files of signed-in companies and operators. */
export const ordinaryBytes = 100_000

/** So many bytes since it was last the oldest, and a file counts as one that arrives. */
const arrivingBytes = 16_384

type Unfinished = {
  request: IncomingMessage
  response: ServerResponse
  bytesRead: number
  /** Releases the bytes that are counted for it. */
  release?: () => void
}

export type UnfinishedBodies = {
  /** Notes the bytes that are counted for a request's body until it is cut off or answered. */
  hold: (request: IncomingMessage, release: () => void) => void
  /** Cuts off those that hold bytes and do not arrive, the oldest first, until there is room or none is left. */
  makeRoom: (isRoom: () => boolean) => void
}

/**
 * Bounds requests whose body has not arrived whole (slow body attack): beyond so many the oldest is cut off with 408, the
 * newest is read. A reader's body arrives in milliseconds, so it is never the oldest of so many; a file, such as a bank
 * statement, begins anew in their order while it arrives (second chance). Counted from the request's headers on, before
 * any hook, whatever its answer is.
 *
 * @param most at once
 */
export function boundUnfinishedBodies(
  app: FastifyInstance,
  most: number = capacities.unfinishedBodies.atOnce,
): UnfinishedBodies {
  // By connection, which has one at most, in order of their begin: a map keeps the order in which keys were set.
  const unfinished = new Map<Socket, Unfinished>()
  reportGauge('profil_bodies_unfinished', 'Requests whose body has not arrived whole.', () => unfinished.size)

  const cutOffUntil = (isEnough: () => boolean, isMeant: (its: Unfinished) => boolean): void => {
    for (const [oldest, its] of unfinished) {
      if (isEnough()) return
      if (!isMeant(its)) continue
      // Full buffers: it waits for us, not we for it.
      if (oldest.isPaused()) continue
      unfinished.delete(oldest)
      // A whole one is not read yet, since a hook waits for the session.
      if (its.request.complete) continue
      const { bytesRead } = oldest
      // Met again in this loop, it has got no further.
      if (isFile(its.request) && bytesRead - its.bytesRead >= arrivingBytes) {
        its.bytesRead = bytesRead
        unfinished.set(oldest, its)
      } else cutOff(oldest, its)
    }
  }

  // Of a request that was answered already no event tells that its client has left.
  app.server.on('connection', (socket: Socket) => socket.on('close', () => unfinished.delete(socket)))
  // Before the hooks, of which one counts bytes.
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return
    const { socket } = request
    unfinished.delete(socket)
    unfinished.set(socket, { request, response, bytesRead: socket.bytesRead })
    request.once('close', () => {
      // The next one on the connection may have begun.
      if (unfinished.get(socket)?.request === request) unfinished.delete(socket)
    })
    cutOffUntil(
      () => unfinished.size <= most,
      its => its.request !== request,
    )
  })
  return {
    hold: (request, release) => {
      const its = unfinished.get(request.socket)
      if (its?.request === request) its.release = release
    },
    makeRoom: isRoom => {
      const met = new Set<Unfinished>()
      cutOffUntil(isRoom, its => {
        // A file that arrives is not cut off for another one.
        if (its.release === undefined || met.has(its)) return false
        met.add(its)
        return true
      })
    },
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const isFile = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > ordinaryBytes

function cutOff(socket: Socket, { response, release }: Unfinished): void {
  countCutOff({})
  release?.()
  // An answer that has begun, or that waits for that of an earlier request (pipelining), must not be mixed with this one.
  if (response.socket !== null && !response.headersSent) refuseConnection(socket, 408)
  // At once: whoever goes on sending would otherwise keep what it holds.
  socket.destroy()
}

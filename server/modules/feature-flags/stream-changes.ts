import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { streamChanges as endpoint } from '#contract/feature-flags/feature-flags.ts'
import type { Deps } from '#server/platform/deps.ts'
import { configOf } from '#server/platform/http/route.ts'
import { capacities } from '#server/platform/limits/limits.ts'
import { createPlaces } from '#server/platform/limits/places.ts'
import { reportGauge } from '#server/platform/telemetry/metrics.ts'
import { requireClientKey } from './client-key.ts'
import { changesChannel } from './notify-change.ts'

/** Heartbeat: proxies cut a connection that is idle for half a minute or so. */
const heartbeatMs = 20_000
/** Against a thundering herd: batch size of browsers told at once after a change; the last of 5000 a second later. */
const toldAtOnce = 100
const pauseMs = 20

/**
 * GET /sub/{clientKey}: the stream of changes, as server-sent events (R7.16). An event names no flag: the
 * browser then asks for its reader's own flags. All streams end on shutdown.
 */
export function streamChanges(
  app: FastifyInstance,
  { notifications, settings }: Pick<Deps, 'notifications' | 'settings'>,
): void {
  const open = new Set<ServerResponse>()
  const places = createPlaces(capacities.streams)
  reportGauge('profil_streams_open', 'Browsers that listen for changes of flags.', () => open.size)
  let listening: Promise<() => void> | undefined
  let heartbeat: NodeJS.Timeout | undefined

  const tellAll = async () => {
    let told = 0
    for (const stream of open) {
      stream.write('event: features-updated\ndata: changed\n\n')
      if (++told % toldAtOnce === 0) await pause()
    }
  }
  const listen = () => {
    heartbeat ??= setInterval(() => {
      for (const stream of open) stream.write(':\n\n')
    }, heartbeatMs).unref()
    listening ??= notifications.listen(changesChannel, () => void tellAll())
    // Retried by the next request.
    listening.catch(() => {
      listening = undefined
    })
    return listening
  }

  app.get<{ Params: { clientKey: string } }>(
    endpoint.path,
    // HEAD would be a stream that nobody hears, and nobody ends.
    { config: configOf(endpoint), exposeHeadRoute: false },
    async (request, reply) => {
      requireClientKey(settings, request.params.clientKey)
      const stream = reply.raw
      // Registered before the wait: the browser may disconnect meanwhile.
      stream.on('close', places.take(request.ip))
      await listen()
      reply.hijack()
      if (stream.destroyed) return
      open.add(stream)
      stream.on('close', () => open.delete(stream))
      stream.on('error', () => open.delete(stream))
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) stream.setHeader(name, value)
      }
      stream.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        // Proxies must not buffer the stream.
        'x-accel-buffering': 'no',
        // No keep-alive, so that the connection is closed on shutdown.
        connection: 'close',
      })
      stream.write('retry: 3000\n\n')
    },
  )

  app.addHook('preClose', async () => {
    clearInterval(heartbeat)
    for (const stream of open) stream.end()
    const stop = await listening?.catch(() => undefined)
    stop?.()
  })
}

const pause = () => new Promise(resolve => setTimeout(resolve, pauseMs))

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'

const atOnce = 40
/** Until a body that was cut off is begun again: of 10,000 some 800 a second, which is not yet a measure of the crowd. */
const againMs = 10_000
/** Bytes of a body that the server does not bound, and of one that it bounds. */
const [small, large] = [1024, 97_000]
/** One of so many is large: of 2000 they would take 32 MB, and the server lets them 20. */
const largeEvery = 6

const kinds = ['streams', 'bodies', 'idle'] as const
type Kind = (typeof kinds)[number]

export type Crowd = {
  /** Opens so many connections and tells how many are held then. Bodies that the server cuts off are begun again. */
  open: (kind: Kind, count: number) => Promise<number>
  /** How many are held now. */
  held: (kind: Kind) => Promise<number>
  stop: () => Promise<void>
}

/**
 * Many clients of a server, in a process of their own.
 *
 * @param url of the server, which trusts the address that they say they have
 */
export async function gatherCrowd(url: string): Promise<Crowd> {
  const child = fork(fileURLToPath(import.meta.url), ['crowd', url], { execArgv: [] })
  const ask = async (kind: Kind, count: number) => {
    child.send({ kind, count })
    const [held] = z.tuple([z.int(), z.unknown()]).parse(await once(child, 'message'))
    return held
  }
  return {
    open: ask,
    held: kind => ask(kind, 0),
    stop: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** What each says at first; a stream counts once it is answered. */
const says: Record<Kind, (origin: string, index: number) => string> = {
  streams: (origin, index) =>
    request(origin, 'GET /sub/sdk-demo', `10.1.0.${Math.floor(index / 500)}`, ['Accept: text/event-stream']),
  bodies: (origin, index) => {
    const isLarge = index % largeEvery === 0
    const bytes = isLarge ? large : small
    const from = isLarge ? `10.2.0.${Math.floor(index / 100)}` : '10.3.0.1'
    const headers = [`Origin: ${origin}`, 'Content-Type: application/json', `Content-Length: ${bytes}`]
    return request(origin, 'POST /login', from, headers) + '{'.padEnd(bytes - 1)
  },
  idle: () => '',
}

const request = (origin: string, line: string, from: string, headers: readonly string[]) =>
  [`${line} HTTP/1.1`, `Host: ${new URL(origin).host}`, `X-Forwarded-For: ${from}`, ...headers, '\r\n'].join(
    '\r\n',
  )

function gather(origin: string): void {
  const held: Record<Kind, Set<Socket>> = { streams: new Set(), bodies: new Set(), idle: new Set() }
  /** Resolves when it is open, or refused. */
  const openOne = (kind: Kind, index: number) =>
    new Promise<void>(resolve => {
      const socket = connect(Number(new URL(origin).port), '127.0.0.1')
      socket.on('error', () => undefined)
      socket.on('connect', () => {
        held[kind].add(socket)
        const text = says[kind](origin, index)
        if (text === '') resolve()
        else socket.write(text, () => kind === 'bodies' && resolve())
      })
      socket.once('data', () => resolve())
      socket.on('close', () => {
        held[kind].delete(socket)
        resolve()
        if (kind === 'bodies') setTimeout(() => void openOne(kind, index), againMs)
      })
    })
  const openMany = async (message: unknown) => {
    const { kind, count } = z.object({ kind: z.enum(kinds), count: z.int() }).parse(message)
    let opened = 0
    const work = async () => {
      while (opened < count) await openOne(kind, opened++)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    process.send?.(held[kind].size)
  }
  process.on('message', message => void openMany(message))
  process.on('disconnect', () => process.exit())
}

if (process.argv[2] === 'crowd') gather(process.argv[3] ?? '')

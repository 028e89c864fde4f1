import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { compressInTwo } from './compress.ts'

const [beginning, rest] = ['<script>begin()</script>', `<style>${'p{}'.repeat(20_000)}</style>`]

/** The first bytes of an answer as they arrive, and all of them. */
async function ask(coding: string) {
  const app = Fastify()
  app.get('/', (asked, reply) => compressInTwo(asked, reply, beginning + rest, beginning.length))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    return await new Promise<{ first: Buffer; all: Buffer; coding: string | undefined }>(
      (resolve, reject) => {
        request(url, { headers: { 'accept-encoding': coding } }, answer => {
          const chunks: Buffer[] = []
          answer.on('data', chunk => chunks.push(chunk))
          answer.on('end', () =>
            resolve({
              first: chunks[0] ?? Buffer.alloc(0),
              all: Buffer.concat(chunks),
              coding: answer.headers['content-encoding'],
            }),
          )
        })
          .on('error', reject)
          .end()
      },
    )
  } finally {
    await app.close()
  }
}

test('R16.06 what begins a page arrives on its own, and is whole with the rest, in either coding', async () => {
  const brotli = await ask('gzip, br')
  expect(brotli.coding).toBe('br')
  const finishFlush = constants.BROTLI_OPERATION_FLUSH
  expect(brotliDecompressSync(brotli.first, { finishFlush }).toString()).toBe(beginning)
  expect(brotliDecompressSync(brotli.all).toString()).toBe(beginning + rest)
  const gzipped = await ask('gzip, br;q=0')
  expect(gzipped.coding).toBe('gzip')
  expect(gunzipSync(gzipped.all).toString()).toBe(beginning + rest)
})

test('a caller that accepts no coding gets the body as it is', async () => {
  const plain = await ask('identity')
  expect(plain.coding).toBeUndefined()
  expect(plain.all.toString()).toBe(beginning + rest)
})

test('R17.03 callers that leave amid the answer, twenty at once, and one that asks for its head stop nothing', async () => {
  const app = Fastify()
  // Incompressible, so that it does not fit what the connection holds.
  const large = randomBytes(2_000_000).toString('base64')
  app.get('/', (asked, reply) => compressInTwo(asked, reply, large, 100))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const leave = async () => {
      const left = new AbortController()
      const answer = await fetch(url, { signal: left.signal })
      left.abort()
      await expect(answer.text()).rejects.toThrow()
    }
    await Promise.all(Array.from({ length: 20 }, leave))
    const head = await fetch(url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-encoding')]).toEqual([200, 'gzip'])
    expect(await (await fetch(url)).text()).toBe(large)
  } finally {
    await app.close()
  }
})

import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { refetchInvalidated } from './refetch-invalidated.ts'
import { replaceRead } from './replace-read.ts'
import { queryClient, readOptions } from './use-endpoint.ts'

const readName = endpoint({
  method: 'GET',
  path: '/rest/api/name',
  summary: 'A name',
  tag: 'Test',
  access: 'public',
  success: { status: 200, body: z.string() },
})
const { queryKey } = readOptions(readName, {})
refetchInvalidated(queryClient)
afterEach(() => queryClient.clear())

/** A page that shows a name. The server answers each read when it is told to, with the name at which it was asked. */
function shown() {
  const server = { name: 'before', asked: 0 }
  const answers: (() => void)[] = []
  const queryFn = async () => {
    const { name } = server
    server.asked += 1
    const { promise, resolve } = Promise.withResolvers<void>()
    answers.push(resolve)
    await promise
    return name
  }
  const observer = new QueryObserver(queryClient, { queryKey, queryFn })
  observer.subscribe(() => undefined)
  const settle = async () => {
    await expect.poll(() => answers.length).toBe(server.asked)
    for (const answer of answers) answer()
    await expect.poll(() => observer.getCurrentResult().fetchStatus).toBe('idle')
  }
  return { server, settle, name: () => observer.getCurrentResult().data }
}

test('R4.10 what an act has changed is read again, also while it is being read for the first time', async () => {
  const { server, settle, name } = shown()
  server.name = 'after'
  const refreshed = queryClient.invalidateQueries({ queryKey })
  await settle()
  await refreshed
  expect(name()).toBe('after')
  expect(server.asked).toBe(2)
})

test('what is only marked stale while it is being read for the first time is read again, too', async () => {
  const { server, settle, name } = shown()
  server.name = 'after'
  void queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
  await settle()
  expect(name()).toBe('after')
  expect(server.asked).toBe(2)
})

test('R4.10 the answer of an act is not replaced by one of a read that began before it', async () => {
  const { server, settle, name } = shown()
  await settle()
  void queryClient.refetchQueries({ queryKey })
  server.name = 'after'
  replaceRead(readName, {}, 'after')
  expect(name()).toBe('after')
  await settle()
  expect(name()).toBe('after')
  expect(server.asked).toBe(3)
})

test('without a read under way it asks for nothing', async () => {
  const { server, settle, name } = shown()
  await settle()
  replaceRead(readName, {}, 'after')
  await settle()
  expect(name()).toBe('after')
  expect(server.asked).toBe(1)
})

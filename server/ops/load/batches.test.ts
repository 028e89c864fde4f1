import { expect, test } from 'vitest'
import { Batches } from './batches.ts'

/** A database that notes its statements. */
function database() {
  const statements: string[][] = []
  return {
    statements,
    ask: async (keys: readonly string[]) => {
      statements.push([...keys])
      await new Promise(resolve => setImmediate(resolve))
      return keys.filter(key => key !== 'nobody').map(key => ({ key, id: key.length }))
    },
  }
}

test('what is asked for in one turn is one statement, and each name its own', async () => {
  const batches = new Batches()
  const { statements, ask } = database()
  const write = (name: string, key: string) =>
    batches.do(name, key, async keys => {
      await ask(keys)
      return keys.map(each => `${name} ${each}`)
    })
  const done = await Promise.all([write('a', 'one'), write('b', 'two'), write('a', 'three')])
  expect(done).toEqual(['a one', 'b two', 'a three'])
  expect(statements).toEqual([['one', 'three'], ['two']])
})

test('rows that ask for the same key share an answer; a key that is not there has none', async () => {
  const batches = new Batches()
  const { statements, ask } = database()
  const find = (key: string) => batches.find('readers', key, ask)
  const found = await Promise.all([find('jana'), find('nobody'), find('jana')])
  expect(found.map(row => row?.id)).toEqual([4, undefined, 4])
  expect(statements).toEqual([['jana', 'nobody']])
  // Who asks later may find what has been written meanwhile.
  await find('jana')
  expect(statements).toHaveLength(2)
})

test('a statement that fails is told to all who asked for it, and stops no other', async () => {
  const batches = new Batches()
  const { ask } = database()
  const failing = ['a', 'b'].map(key =>
    batches.do('fails', key, () => Promise.reject(new Error('no such table'))),
  )
  const [one, other, next] = await Promise.allSettled([...failing, batches.find('readers', 'jana', ask)])
  expect(one).toMatchObject({ status: 'rejected', reason: { message: 'no such table' } })
  expect(other).toMatchObject({ status: 'rejected', reason: { message: 'no such table' } })
  expect(next).toMatchObject({ status: 'fulfilled', value: { id: 4 } })
})

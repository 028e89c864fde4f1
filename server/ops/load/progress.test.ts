import { expect, test } from 'vitest'
import { openProgress } from './progress.ts'

test('a long load tells file, rows and rate once in five seconds, a short one nothing', () => {
  let now = 0
  const told: string[] = []
  const open = openProgress(
    line => told.push(line),
    () => now,
  )
  const countReader = open('readers.csv')
  for (let row = 0; row < 49; row++, now += 100) countReader()
  expect(told).toEqual([])
  for (let row = 0; row < 100; row++, now += 100) countReader()
  const countCard = open('cards.csv')
  for (let row = 0; row < 10; row++, now += 1000) countCard()
  expect(told).toEqual([
    'readers.csv: 51 rows, 10 a second',
    'readers.csv: 101 rows, 10 a second',
    'cards.csv: 2 rows, 2 a second',
    'cards.csv: 7 rows, 1 a second',
  ])
})

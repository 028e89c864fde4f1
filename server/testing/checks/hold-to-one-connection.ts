import { afterEach, expect } from 'vitest'
import { takeBreaches } from './one-connection.ts'

afterEach(() => {
  expect(takeBreaches(), 'a request holds one connection and waits for nothing else').toEqual([])
})

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveFile } from './save-file.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'save-file-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('R12.04 the file of an answer is written where the command runs, and what is printed leaves it out', () => {
  const bytes = Buffer.from('PK\u0003\u0004\u00ff', 'latin1')
  const answer = { count: 2, file: bytes.toString('base64'), file_name: '../../e-invoices-2027-03.zip' }
  expect(saveFile(answer, folder)).toEqual({ count: 2, file_name: answer.file_name })
  expect(readdirSync(folder)).toEqual(['e-invoices-2027-03.zip'])
  expect(readFileSync(join(folder, 'e-invoices-2027-03.zip'))).toEqual(bytes)
})

test('an answer without a file is printed as it is', () => {
  for (const answer of [null, 'text', { items: [] }, { file_name: 'x' }]) {
    expect(saveFile(answer, folder)).toBe(answer)
  }
  expect(readdirSync(folder)).toHaveLength(1)
})

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkRequirements, findProofs, numbersInTitles, rewriteProofs } from './check-requirements.ts'

const whole = readFileSync(new URL('../docs/requirements.md', import.meta.url), 'utf8')
const allOpen = rewriteProofs(whole, new Map())
/** Assembled, so that this file does not count as proof. */
const number = (chapter: number, index: string) => `R${chapter}.${index}`

test('the list in docs names every requirement once', () => {
  expect(checkRequirements(allOpen, new Map())).toEqual([])
})

test('chapters of two digits are read as well', () => {
  const proofs = new Map([[number(11, '05'), ['server/a.test.ts']]])
  expect(numbersInTitles(`test('${number(11, '05')} no foreign address', () => {})`)).toEqual(
    new Set(proofs.keys()),
  )
  expect(checkRequirements(rewriteProofs(allOpen, proofs), proofs)).toEqual([])
  expect(checkRequirements(allOpen, new Map([[number(12, '03'), ['e2e/a.spec.ts']]]))).toEqual([
    `There is no requirement ${number(12, '03')}.`,
  ])
})

test('a missing and a doubled number are found', () => {
  const line = allOpen.split('\n').find(line => line.startsWith(`- ${number(2, '15')}`)) ?? ''
  expect(checkRequirements(allOpen.replace(`${line}\n`, ''), new Map())).toEqual([
    `${number(2, '15')} is missing.`,
  ])
  expect(checkRequirements(allOpen.replace(line, `${line}\n${line}`), new Map())).toEqual([
    `${number(2, '15')} stands there twice.`,
  ])
})

test('an open line with a test, a proof without its test and an unknown number are found', () => {
  const proofs = new Map([[number(2, '15'), ['e2e/a.spec.ts']]])
  expect(checkRequirements(allOpen, proofs)[0]).toContain('says open, but e2e/a.spec.ts proves it')
  const proven = rewriteProofs(allOpen, proofs)
  expect(checkRequirements(proven, proofs)).toEqual([])
  expect(checkRequirements(proven, new Map())[0]).toContain(
    'names e2e/a.spec.ts, where no test title carries it',
  )
  const unknown = new Map([[number(2, '99'), ['e2e/a.spec.ts']]])
  expect(checkRequirements(allOpen, unknown)).toEqual([`There is no requirement ${number(2, '99')}.`])
})

test('numbers are read from titles, ranges included, and not from comments or code', () => {
  const source = [
    `test('${number(2, '15')} and ${number(2, '24')}: the code is kept', () => {})`,
    `test.each(paths)(\`${number(4, '01')}–${number(4, '03')} \${path}\`, () => {})`,
    `// ${number(1, '01')} is elsewhere`,
    `const text = 'see ${number(1, '02')}'`,
  ]
  expect([...numbersInTitles(source.join('\n'))]).toEqual([
    number(2, '15'),
    number(2, '24'),
    number(4, '01'),
    number(4, '02'),
    number(4, '03'),
  ])
})

test('proofs are found in all test files, and written into the list in order', () => {
  const root = mkdtempSync(join(tmpdir(), 'profil-requirements-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const file of ['web/a.test.tsx', 'e2e/b.spec.ts', 'server/c.ts']) {
    mkdirSync(join(root, file, '..'), { recursive: true })
    writeFileSync(join(root, file), `test('${number(9, '01')} two languages', () => {})`)
  }
  const proofs = findProofs(root)
  expect(proofs).toEqual(new Map([[number(9, '01'), ['web/a.test.tsx', 'e2e/b.spec.ts']]]))
  const list = rewriteProofs(allOpen, proofs)
  expect(list).toMatch(/^- R9\.01 .* — web\/a\.test\.tsx, e2e\/b\.spec\.ts$/m)
  expect(rewriteProofs(list, new Map())).toBe(allOpen)
})

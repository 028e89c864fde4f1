import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/platform/process/project-root.ts'
import { errorCatalogue, keptForClients } from './errors.ts'

/** Files that only list refusals: this catalogue, what forwards those of schemas, OpenAPI, and tests. */
const isList = (path: string) =>
  ['contract/errors.ts', 'server/platform/http/validation.ts'].includes(path) ||
  /\.test\.ts$|^server\/(testing|demo|api-description)\//.test(path)

/** A source without comments, lists of refusals and comparisons. */
const withoutLists = (source: string): string =>
  source
    .replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
    .replaceAll(/(refusals|Refusals|faultsOfAnswers)(: | = )[[{][\s\S]*?[\]}]/g, '')
    .replaceAll(/[!=]== '\w+'/g, '')

/** Keys of the catalogue that none of these sources throws. */
const unanswered = (sources: readonly string[]): string[] => {
  const words = new Set(sources.flatMap(source => withoutLists(source).match(/(?<=')[a-z_]+(?=')/g) ?? []))
  return Object.keys(errorCatalogue).filter(key => !words.has(key))
}

const sources = globSync('{contract,server}/**/*.ts', { cwd: projectRoot })
  .filter(path => !isList(path))
  .map(path => readFileSync(join(projectRoot, path), 'utf8'))

test('R10.08 every error key is thrown by some code, or kept for clients with its reason', () => {
  expect(unanswered(sources).sort()).toEqual(Object.keys(keptForClients).sort())
  expect(Object.values(keptForClients).filter(reason => reason.length < 20)).toEqual([])
})

test('R10.08 an error key that is only listed, mentioned or compared counts as unused', () => {
  const listed = `refusals: ['coupon_expired'], // 'coupon_expired'\n  /** \`x\` 'coupon_expired' */ key === 'coupon_expired'`
  expect(unanswered([listed])).toContain('coupon_expired')
  expect(unanswered([`throw new AppError('coupon_expired')`])).not.toContain('coupon_expired')
})

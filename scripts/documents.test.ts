import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { Environment } from '#server/environment.ts'

const root = join(import.meta.dirname, '..')

const documents = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => join('docs', name)),
]

/** Folders that we have; what begins otherwise is an address, a command or somebody else's. */
const folders = new Set(
  readdirSync(root, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name),
)
// They come with the first start, not with the sources.
for (const made of ['dist', 'data', 'node_modules']) folders.delete(made)

/** Paths that a document names as ours, without placeholders such as `<module>`. */
function pathsIn(text: string): string[] {
  const named = [...text.matchAll(/`([^`\s]+)`/g)].map(match => match[1] ?? '')
  return named.filter(
    path => path.includes('/') && folders.has(path.split('/')[0] ?? '') && !/[<>{}*…:,]|\.\.\./.test(path),
  )
}

/** Files to which a document links, not addresses. */
const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(match => match[1] ?? '')
    .filter(link => !/^[a-z]+:/.test(link))

test.each(documents)('what %s names and links to is there', document => {
  const text = readFileSync(join(root, document), 'utf8')
  const paths = pathsIn(text).filter(path => !existsSync(join(root, path)))
  const links = linksIn(text).filter(link => !existsSync(join(root, dirname(document), link)))
  expect({ paths, links }).toEqual({ paths: [], links: [] })
})

test('paths are found among commands and placeholders', () => {
  const text =
    'see `server/app.ts`, `npm start`, `web/features/<module>/`, `/docs/api`, [a](b.md#c), [d](https://e)'
  expect([pathsIn(text), linksIn(text)]).toEqual([['server/app.ts'], ['b.md']])
})

test('every variable that the server reads is explained, and no other in the tables', () => {
  const read = Object.keys(Environment.shape)
  const explained = readFileSync(join(root, 'docs/configuration.md'), 'utf8')
  expect(read.filter(name => !explained.includes(`\`${name}\``))).toEqual([])
  const rows = [...explained.matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|/gm)].flatMap(
    match => (match[1] ?? '').match(/[A-Z_]+/g) ?? [],
  )
  expect(rows.filter(name => !read.includes(name))).toEqual([])
})

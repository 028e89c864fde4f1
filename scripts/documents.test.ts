import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { fieldsOf, optionOf } from '#server/ops/operation-input.ts'
import { operations } from '#server/ops/operations.ts'
import packageFile from '../package.json' with { type: 'json' }
import { withVariables } from './write-configuration.ts'

const root = join(import.meta.dirname, '..')

const documents = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => join('docs', name)),
]

/** All files allowed in the project's root; any other was left by mistake. */
const inTheRoot = new Set(
  `
  .ci bench brands contract db demo deploy docs e2e locales scripts server web
  .dependency-cruiser.cjs .gitignore .npmrc .oxlintrc.json biome.json knip.json
  README.md CHANGELOG.md CONTRIBUTING.md LICENSE package.json package-lock.json drizzle.config.ts gallery.config.ts
  playwright.config.ts vite.config.ts vitest.config.ts tsconfig.base.json tsconfig.json tsconfig.server.json tsconfig.web.json
  `
    .trim()
    .split(/\s+/),
)

/** Our folders; other paths are addresses, commands or not ours. */
const folders = new Set(
  readdirSync(root, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name),
)
// Generated files are not part of the sources.
for (const made of readFileSync(join(root, '.gitignore'), 'utf8').match(/(?<=^\/?)[\w-]+(?=\/$)/gm) ?? []) {
  folders.delete(made)
}

test('R18.01 the root has no stray files', () => {
  const made = readFileSync(join(root, '.gitignore'), 'utf8').split('\n')
  const isMade = (name: string) =>
    made.includes(`${name}/`) || made.includes(`/${name}/`) || name.endsWith('.log') || name === '.git'
  expect(readdirSync(root).filter(name => !isMade(name) && !inTheRoot.has(name))).toEqual([])
})

/** Paths of ours in a document, without placeholders such as `<module>`. */
function pathsIn(text: string): string[] {
  const named = text.split(/[\s`()|;]+/).map(word => word.replace(/[.,]+$/, ''))
  return named.filter(
    path => path.includes('/') && folders.has(path.split('/')[0] ?? '') && !/[<>{}*…:,]|\.\.\./.test(path),
  )
}

/** Files to which a document links, not addresses. */
const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(match => match[1] ?? '')
    .filter(link => !/^[a-z]+:/.test(link))

test.each(documents)('R18.01 what %s names and links to is there', document => {
  const text = readFileSync(join(root, document), 'utf8')
  const paths = pathsIn(text).filter(path => !existsSync(join(root, path)))
  const links = linksIn(text).filter(link => !existsSync(join(root, dirname(document), link)))
  expect({ paths, links }).toEqual({ paths: [], links: [] })
})

test('paths are found among commands and placeholders', () => {
  const text =
    'see `server/app.ts`, `npm start`, `web/features/<module>/`, `/docs/api`, [a](b.md#c), [d](https://e), e2e/axe.'
  expect([pathsIn(text), linksIn(text)]).toEqual([['server/app.ts', 'e2e/axe'], ['b.md']])
})

test('R17.01 the address of Stripe’s webhook is told alike wherever it is told', () => {
  const told = documents.flatMap(document =>
    [...readFileSync(join(root, document), 'utf8').matchAll(/[^\s`]+\/webhooks\/payments\/stripe/g)].map(
      String,
    ),
  )
  expect(told.length).toBeGreaterThan(1)
  expect(new Set(told)).toEqual(new Set(['LOGIN_URL/webhooks/payments/stripe']))
})

test('R18.03 the table of variables is made of them', () => {
  const text = readFileSync(join(root, 'docs/configuration.md'), 'utf8')
  expect(text === withVariables(text), 'run `node scripts/write-configuration.ts`').toBe(true)
})

/** Code in a text: inline between backticks, and whole lines, as in a block. */
const codeIn = (text: string): string[] => [
  ...text.split('\n').filter(line => !line.includes('`')),
  ...[...text.matchAll(/`([^`]+)`/g)].map(match => (match[1] ?? '').replaceAll(/\s+/g, ' ')),
]

const areas = new Set(operations.map(({ name }) => name.split(' ')[0]))

/** Commands of `npm run ops` in a code, as typed after `--`. */
function operatorCommandsIn(code: string): string[] {
  const typed = /npm run (?:-s )?ops -- (.+)/.exec(code)?.[1]
  if (typed !== undefined) return /^[a-z]/.test(typed) ? [typed] : []
  return areas.has(code.split(' ')[0]) && /^[a-z-]+ [a-z]/.test(code) ? [code] : []
}

/** Why a command is not valid; undefined when it is. */
function faultOf(command: string): string | undefined {
  const operation = operations.find(({ name }) => `${command} `.startsWith(`${name} `))
  if (operation === undefined) return `no such operation: ${command}`
  const known = ['help', 'json', 'csv', ...fieldsOf(operation).map(({ name }) => optionOf(name))]
  const unknown = [...command.matchAll(/ --([a-z-]+)/g)].find(([, option = '']) => !known.includes(option))
  return unknown && `no such option: ${command}`
}

test.each(documents)('what %s tells to type is there', document => {
  const code = codeIn(readFileSync(join(root, document), 'utf8'))
  const named = code.flatMap(each =>
    [...each.matchAll(/npm run (?:-s )?([\w-]+)/g)].map(match => match[1] ?? ''),
  )
  expect(named.filter(name => !(name in packageFile.scripts))).toEqual([])
  expect(code.flatMap(operatorCommandsIn).flatMap(command => faultOf(command) ?? [])).toEqual([])
})

test('commands are found in code blocks and inline, and invalid ones are reported', () => {
  const text = 'Call `npm run ops -- COMMAND`, or `gifts send ID`:\n\n    npm run ops -- load demo --fast\n'
  const commands = codeIn(text).flatMap(operatorCommandsIn)
  expect(commands).toEqual(['load demo --fast', 'gifts send ID'])
  expect(commands.map(faultOf)).toEqual(['no such option: load demo --fast', undefined])
  expect(faultOf('gifts eat ID')).toBe('no such operation: gifts eat ID')
})

/** Our sources below some folders, without tests and what belongs to them. */
const sourcesIn = (...named: string[]): string[] =>
  named
    .flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)),
    )
    .filter(name => /(?<!\.test)\.tsx?$/.test(name) && !name.includes('/testing/'))
    .map(name => readFileSync(join(root, name), 'utf8'))

test('R18.01 each operation stands in docs/operations.md, or in a document to which it links', () => {
  const text = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  const linked = linksIn(text).map(link => readFileSync(join(root, 'docs', link), 'utf8'))
  const told = [text, ...linked].flatMap(codeIn)
  const isTold = (name: string) =>
    told.some(code => `${code.replace('npm run ops -- ', '')} `.includes(`${name} `))
  expect(operations.map(({ name }) => name).filter(name => !isTold(name))).toEqual([])
})

test('R17.08 the list of what a browser keeps has every cookie and storage key of the code, and no other', () => {
  // In the browser's code and the contract each `profil_…` is one; of the server's own those are that begin with pp.
  const named = [
    ...sourcesIn('contract', 'web').flatMap(text => text.match(/(?<=['`])profil_[a-z_]+/g) ?? []),
    ...sourcesIn('contract', 'server', 'web').flatMap(text => text.match(/(?<=')pp[a-z_]*(?=')/g) ?? []),
    ...sourcesIn('web').flatMap(text => text.match(/(?<=^export const otherCookies = .*')\w+(?=')/gm) ?? []),
  ]
  const [, list = ''] = readFileSync(join(root, 'docs/privacy.md'), 'utf8').split('## What a browser keeps\n')
  const told = list.match(/(?<=`)(?:profil_|pp|campaigns)[a-z_]*/g) ?? []
  // Some end with what they belong to.
  const keys = (names: string[]) => [...new Set(names.map(name => name.replace(/_$/, '')))].sort()
  expect(keys(told)).toEqual(keys(named))
})

test('every figure that the documents watch and each cookie that they name is one of the code', () => {
  const told = sourcesIn('contract', 'server', 'web').flatMap(
    text => text.match(/(?<=')profil_[a-z_]+(?=')/g) ?? [],
  )
  const watched = documents.flatMap(
    document => readFileSync(join(root, document), 'utf8').match(/\bprofil_[a-z]+_[a-z_]*[a-z]\b/g) ?? [],
  )
  const of = (name: string) => name.replace(/_(bucket|sum|count)$/, '')
  expect(new Set(watched).size).toBeGreaterThan(10)
  expect([...new Set(watched)].filter(name => !told.includes(name) && !told.includes(of(name)))).toEqual([])
})

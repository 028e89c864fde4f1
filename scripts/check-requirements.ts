import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Number of requirements of each chapter; an array lists those of a chapter that is not complete yet. */
const CHAPTERS: readonly (number | readonly number[])[] = [
  26,
  32,
  13,
  17,
  15,
  7,
  20,
  14,
  10,
  11,
  16,
  [1, 2, 4],
  [1, 2, 3, 4, 5, 6, 7, 9, 10, 12, 14, 15, 16, 18, 19],
  [],
  [2, 6, 10, 11],
  6,
  8,
  6,
]
const TEST_FOLDERS = ['contract', 'server', 'web', 'locales', 'scripts', 'e2e']
const TEST_FILE = /\.(test|spec)\.tsx?$/
const LINE = /^- (R\d+\.\d\d) (.+) — (.+)$/
/** A title: a string that begins with a number, up to its end or its first inserted value. */
const TITLE = /(['"`])(R\d+\.\d\d.*?)(?:\1|\$\{|$)/gm
const NUMBERS = /R(\d+)\.(\d\d)(?:\s*[–-]\s*R\1\.(\d\d))?/g

/** Requirement number → files of the tests whose titles carry it. */
export type Proofs = Map<string, string[]>

/**
 * Compares the list of requirements with the tests.
 * @param list the text of docs/requirements.md
 * @param proofs what `findProofs` found
 * @returns one sentence for each fault
 */
export function checkRequirements(list: string, proofs: Proofs): string[] {
  const stated = new Map<string, string>()
  const problems: string[] = []
  for (const line of list.split('\n').filter(line => line.startsWith('- R'))) {
    const [, number, , proof] = LINE.exec(line) ?? []
    if (number === undefined || proof === undefined)
      problems.push(`This line has no number or no proof: ${line}`)
    else if (stated.has(number)) problems.push(`${number} stands there twice.`)
    else stated.set(number, proof)
  }
  const known = allNumbers()
  for (const number of known) {
    const proof = stated.get(number)
    if (proof === undefined) problems.push(`${number} is missing.`)
    else problems.push(...checkProof(number, proof, proofs.get(number) ?? []))
  }
  const unknown = [...stated.keys(), ...proofs.keys()].filter(number => !known.includes(number))
  for (const number of new Set(unknown)) problems.push(`There is no requirement ${number}.`)
  return problems
}

function checkProof(number: string, proof: string, files: string[]): string[] {
  if (proof === 'open') {
    return files.length === 0 ? [] : [`${number} says open, but ${files.join(', ')} proves it.`]
  }
  return proof
    .split(', ')
    .filter(file => !files.includes(file))
    .map(file => `${number} names ${file}, where no test title carries it.`)
}

/** The list with updated proofs: the files found, or `open`. */
export function rewriteProofs(list: string, proofs: Proofs): string {
  return list
    .split('\n')
    .map(line => {
      const [, number, text] = LINE.exec(line) ?? []
      if (number === undefined) return line
      return `- ${number} ${text} — ${proofs.get(number)?.join(', ') ?? 'open'}`
    })
    .join('\n')
}

/** Reads the titles of all tests below a folder; `R4.01–R4.03` in a title stands for all three. */
export function findProofs(root: string): Proofs {
  const proofs: Proofs = new Map()
  for (const file of TEST_FOLDERS.flatMap(folder => testFiles(root, folder))) {
    for (const number of numbersInTitles(readFileSync(join(root, file), 'utf8'))) {
      proofs.set(number, [...(proofs.get(number) ?? []), file])
    }
  }
  return proofs
}

/** The requirement numbers in the test titles of a source text. */
export function numbersInTitles(source: string): Set<string> {
  const titles = [...source.matchAll(TITLE)].map(match => match[2] ?? '')
  const numbers = titles.flatMap(title =>
    [...title.matchAll(NUMBERS)].flatMap(([, chapter, from, to]) => {
      const count = Number(to ?? from) - Number(from) + 1
      return Array.from({ length: count }, (_, index) => numberOf(Number(chapter), Number(from) + index))
    }),
  )
  return new Set(numbers)
}

function testFiles(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => TEST_FILE.test(file) && !file.includes('node_modules'))
    .map(file => `${folder}/${file.replaceAll('\\', '/')}`)
    .sort()
}

function allNumbers(): string[] {
  return CHAPTERS.flatMap((chapter, index) =>
    (typeof chapter === 'number' ? Array.from({ length: chapter }, (_, each) => each + 1) : chapter).map(
      each => numberOf(index + 1, each),
    ),
  )
}

const numberOf = (chapter: number, index: number) => `R${chapter}.${String(index).padStart(2, '0')}`

function main(): void {
  const root = join(import.meta.dirname, '..')
  const file = join(root, 'docs/requirements.md')
  const proofs = findProofs(root)
  if (process.argv.includes('--fix')) writeFileSync(file, rewriteProofs(readFileSync(file, 'utf8'), proofs))
  const problems = checkRequirements(readFileSync(file, 'utf8'), proofs)
  for (const problem of problems) console.log(problem)
  console.log(`${proofs.size} of ${allNumbers().length} requirements are proven by a test.`)
  if (problems.length > 0) {
    console.log('`node scripts/check-requirements.ts --fix` writes the proofs in docs/requirements.md anew.')
    process.exitCode = 1
  }
}

if (import.meta.main) main()

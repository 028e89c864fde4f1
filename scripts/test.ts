// All tests, from the quickest to the slowest. --without-browser leaves out the browser tests, --only-browser all else.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  afterRepetition,
  type Counts,
  countPlaywright,
  countVitest,
  failedFiles,
  judge,
  summaryLine,
} from './count-results.ts'
import { findTestBrowser } from './find-browser.ts'
import { runTool } from './run-tool.ts'

type Level = { heading: string; run: () => Promise<Counts> }

const reports = mkdtempSync(join(tmpdir(), 'profil-reports-'))
const onlyBrowser = process.argv.includes('--only-browser')
const withBrowser = !process.argv.includes('--without-browser')

const checks: Level[] = [
  check('Types of the server', ['tsc', '--noEmit', '-p', 'tsconfig.server.json']),
  check('Types of the pages', ['tsc', '--noEmit', '-p', 'tsconfig.web.json']),
  check('Lint', ['oxlint', '--type-aware', '--deny-warnings']),
  check('Format and order of imports', ['biome', 'check', '.']),
  { heading: 'Walls between modules', run: checkWalls },
  check('Unused files, exports and packages', ['knip', '--no-progress']),
  check('Requirements and their proofs', ['node', 'scripts/check-requirements.ts']),
  { heading: 'Unit and HTTP tests', run: runUnitTests },
]
const browser: Level[] = [
  check('Build', ['node', 'scripts/build.ts']),
  { heading: 'Browser tests', run: runBrowserTests },
]

const levels = [...(onlyBrowser ? [] : checks), ...(withBrowser ? browser : [])]
const total: Counts = { passed: 0, failed: 0, skipped: 0 }
const failedLevels: string[] = []
const repeatedAtMost = 5
let passedWhenRepeated = 0
for (const { heading, run } of levels) {
  console.log(`\n── ${heading} ${'─'.repeat(Math.max(0, 70 - heading.length))}`)
  const counts = await run()
  total.passed += counts.passed
  total.failed += counts.failed
  total.skipped += counts.skipped
  if (counts.failed > 0) failedLevels.push(heading)
  console.log(summaryLine(counts))
}
rmSync(reports, { recursive: true, force: true })
if (failedLevels.length > 0) console.log(`\nFailed: ${failedLevels.join(', ')}`)
if (passedWhenRepeated > 0) console.log(`\nPassed only when repeated alone: ${passedWhenRepeated}`)
console.log(`\n${summaryLine(total)}`)
process.exitCode = total.failed > 0 ? 1 : 0

/** A check that a tool either passes or not counts as one test. */
function check(heading: string, command: string[]): Level {
  return { heading, run: async () => verdict((await runTool(command)).code === 0) }
}

function verdict(passed: boolean): Counts {
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 }
}

async function checkWalls(): Promise<Counts> {
  const folders = ['contract', 'web', 'server', 'e2e', 'bench']
  const { code, said } = await runTool([
    'depcruise',
    '--config',
    '.dependency-cruiser.cjs',
    // With each rule's comment: what to do.
    '--output-type',
    'err-long',
    ...folders,
  ])
  // A parser that cannot read the sources finds no module and so nothing wrong.
  const modules = Number(/(\d+) modules/.exec(said)?.[1] ?? 0)
  if (modules === 0) console.log('Not one module was read, so nothing was checked.')
  return verdict(code === 0 && modules > 0)
}

async function runUnitTests(): Promise<Counts> {
  const report = join(reports, 'vitest.json')
  const command = (to: string) => [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${to}`,
  ]
  const { code } = await runTool(command(report))
  const failed = failedFiles(report)
  return withRepetition(judge(countVitest(report), code), async () => {
    const again = join(reports, 'vitest-again.json')
    const repeated = await runTool([...command(again), '--maxWorkers=1', ...failed.map(each => each.file)])
    return judge(countVitest(again), repeated.code)
  })
}

async function runBrowserTests(): Promise<Counts> {
  const report = join(reports, 'playwright.json')
  const command = ['playwright', 'test', '--reporter=list,json']
  try {
    // Found once here, so that several workers do not unpack one at the same time.
    const CHROME_PATH = await findTestBrowser()
    const { code } = await runTool(command, { CHROME_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: report })
    return await withRepetition(judge(countPlaywright(report), code), async () => {
      const again = join(reports, 'playwright-again.json')
      const repeated = await runTool([...command, '--last-failed', '--workers=1'], {
        CHROME_PATH,
        PLAYWRIGHT_JSON_OUTPUT_FILE: again,
      })
      return judge(countPlaywright(again), repeated.code)
    })
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
    return verdict(false)
  }
}

/**
 * A few tests that failed are run once more with nothing beside them, since a machine that does other things too can
 * make one late; the last lines say how many passed only then. Many that fail are a fault, and told at once.
 */
async function withRepetition(first: Counts, repeat: () => Promise<Counts>): Promise<Counts> {
  if (first.failed === 0 || first.failed > repeatedAtMost) return first
  console.log(`\n${summaryLine(first)}; once more, alone:`)
  const counts = afterRepetition(first, await repeat())
  passedWhenRepeated += first.failed - counts.failed
  return counts
}

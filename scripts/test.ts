// All tests, from the quickest to the slowest. --without-browser leaves out the browser tests, --only-browser all else.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Counts, countPlaywright, countVitest, judge, summaryLine } from './count-results.ts'
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
  check('Format', ['biome', 'format', '.']),
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
  const { code, said } = await runTool(['depcruise', '--config', '.dependency-cruiser.cjs', ...folders])
  // A parser that cannot read the sources finds no module and so nothing wrong.
  const modules = Number(/(\d+) modules/.exec(said)?.[1] ?? 0)
  if (modules === 0) console.log('Not one module was read, so nothing was checked.')
  return verdict(code === 0 && modules > 0)
}

async function runUnitTests(): Promise<Counts> {
  const report = join(reports, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code } = await runTool(['vitest', 'run', ...reporters])
  return judge(countVitest(report), code)
}

async function runBrowserTests(): Promise<Counts> {
  const report = join(reports, 'playwright.json')
  try {
    // Found once here, so that several workers do not unpack one at the same time.
    const CHROME_PATH = await findTestBrowser()
    const environment = { CHROME_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
    const { code } = await runTool(['playwright', 'test', '--reporter=list,json'], environment)
    return judge(countPlaywright(report), code)
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
    return verdict(false)
  }
}

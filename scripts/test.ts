// All tests, from the quickest to the slowest. --without-browser leaves out the browser tests, --only-browser all else.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Counts, judge, none, readCounts, sum, summaryLine, timeLine } from './counts.ts'
import { findTestBrowser } from './find-browser.ts'
import { runTool } from './run-tool.ts'

/** With CI set, more flaky tests than this fail the run. */
const repeatedAtMost = 3

type Level = { heading: string; run: () => Promise<Counts> }

const reports = mkdtempSync(join(tmpdir(), 'profil-reports-'))
const onlyBrowser = process.argv.includes('--only-browser')
const withBrowser = !process.argv.includes('--without-browser')

const build: Level = { heading: 'Build', run: () => check(['node', 'scripts/build.ts']) }
const checks: Level[] = [
  { heading: 'Types, lint, format, walls, unused code, requirements', run: runChecks },
  // Before the first test: an older build may lack a page that the server of today looks for.
  build,
  { heading: 'Unit and HTTP tests', run: () => runVitest('unit', ['server', 'pages']) },
  { heading: 'System tests', run: () => runVitest('system', ['system']) },
]
const browser: Level = { heading: 'Browser tests', run: runBrowserTests }

const all: Counts[] = []
const allBeganMs = performance.now()
const failedLevels: string[] = []
for (const { heading, run } of [...(onlyBrowser ? [build] : checks), ...(withBrowser ? [browser] : [])]) {
  console.log(`\n── ${heading} ${'─'.repeat(Math.max(0, 70 - heading.length))}`)
  const beganMs = performance.now()
  const counts = await run()
  all.push(counts)
  if (counts.failed > 0) failedLevels.push(heading)
  console.log(`${summaryLine(counts)} in ${Math.round((performance.now() - beganMs) / 1000)} s`)
}
rmSync(reports, { recursive: true, force: true })
const total = sum(all)
if (failedLevels.length > 0) console.log(`\nFailed: ${failedLevels.join(', ')}`)
for (const name of total.failures) console.log(`Failed: ${name}`)
for (const name of total.repeated) console.log(`Passed only when repeated: ${name}`)
const tooMany = process.env['CI'] !== undefined && total.repeated.length > repeatedAtMost
if (tooMany) console.log(`More than ${repeatedAtMost} passed only when repeated: the run has failed.`)
console.log(`\n${timeLine((performance.now() - allBeganMs) / 1000)}`)
console.log(`\n${summaryLine(total)}`)
process.exitCode = total.failed > 0 || tooMany ? 1 : 0

/**
 * Static checks, in parallel; each counts as one test. Types are checked by one thread of each tool: several would each work
 * out the same types, in twice the time of processor. Memory is not collected (GOGC), of which they take 1 to 3 GB either way.
 */
async function runChecks(): Promise<Counts> {
  const oneThread = { GOGC: 'off', GOMAXPROCS: '1' }
  const verdicts = [
    check(['tsc', '--noEmit', '--singleThreaded', '-p', 'tsconfig.server.json'], oneThread),
    check(['tsc', '--noEmit', '--singleThreaded', '-p', 'tsconfig.web.json'], oneThread),
    check(['oxlint', '--type-aware', '--deny-warnings'], oneThread),
    check(['biome', 'check', '.']),
    check(['node', 'scripts/check-walls.ts']),
    check(['knip', '--no-progress']),
    check(['node', 'scripts/check-requirements.ts']),
  ]
  return sum(await Promise.all(verdicts))
}

function verdict(passed: boolean): Counts {
  return { ...none, passed: passed ? 1 : 0, failed: passed ? 0 : 1 }
}

async function check(command: string[], environment: Record<string, string> = {}): Promise<Counts> {
  const counts = verdict((await runTool(command, { environment })).code === 0)
  return { ...counts, failures: counts.failed > 0 ? [command.join(' ')] : [] }
}

/** @param projects of vitest.config.ts */
async function runVitest(level: string, projects: readonly string[]): Promise<Counts> {
  const report = join(reports, `${level}.json`)
  const { code } = await runTool(
    [
      'vitest',
      'run',
      ...projects.map(project => `--project=${project}`),
      '--reporter=default',
      '--reporter=./scripts/vitest-reporter.ts',
    ],
    { environment: { COUNTS_FILE: report }, live: true },
  )
  return judge(readCounts(report), code)
}

async function runBrowserTests(): Promise<Counts> {
  const report = join(reports, 'browser.json')
  try {
    // Found once here, so that several workers do not unpack one at the same time.
    const CHROME_PATH = await findTestBrowser()
    const { code } = await runTool(
      ['playwright', 'test', '--reporter=list,./scripts/playwright-reporter.ts'],
      { environment: { CHROME_PATH, COUNTS_FILE: report }, live: true },
    )
    return judge(readCounts(report), code)
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
    return verdict(false)
  }
}

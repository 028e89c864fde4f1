import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { runTool } from '../../scripts/run-tool.ts'
import type { Row } from './report.ts'

const Report = z.object({
  testResults: z.array(
    z.object({
      message: z.optional(z.string()),
      assertionResults: z.array(
        z.object({ title: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
})

/** Tests of whole programs that belong to the siege. */
export const longTests = [
  { part: 'kill -9 through charges', files: ['killed-processes'] },
  { part: 'hostile input, every field', files: ['naughty-strings'] },
  {
    part: 'faults one by one',
    files: ['database-faults', 'outside-faults', 'silent-gateway', 'connections', 'half-sent-bodies'],
  },
]

/** A test that gave up waiting: told, since the machine may be busy. */
const isLate = /(?:Test|Hook) timed out in/

/**
 * Runs tests of whole programs, without a second try.
 *
 * @param killingS how long processes are killed, in seconds
 */
export async function runLongTest(
  { part, files }: (typeof longTests)[number],
  killingS: number,
): Promise<Row> {
  console.log(`Running ${part} …`)
  const folder = mkdtempSync(join(tmpdir(), 'profil-siege-'))
  const report = join(folder, 'report.json')
  const begun = performance.now()
  const { code, said } = await runTool(
    [
      'vitest',
      'run',
      '--project=system',
      '--retry=0',
      '--reporter=json',
      `--outputFile=${report}`,
      ...files.map(name => `server/system-tests/${name}.test.ts`),
    ],
    { environment: { KILLING_S: String(Math.round(killingS)) }, without: /[^]*/ },
  )
  const seconds = Math.round((performance.now() - begun) / 1000)
  const failed = code === 0 ? [] : faultsIn(report, said)
  rmSync(folder, { recursive: true })
  const late = failed.filter(fault => isLate.test(fault))
  return {
    part,
    what: files.join(', '),
    result: [`${seconds} s`, ...late].join('; '),
    broken: failed.filter(fault => !isLate.test(fault)),
  }
}

function faultsIn(report: string, said: string): string[] {
  try {
    const { testResults } = Report.parse(JSON.parse(readFileSync(report, 'utf8')))
    const failed = testResults.flatMap(({ message, assertionResults }) => [
      ...(assertionResults.length === 0 && message ? [message] : []),
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ title, failureMessages: [why = ''] }) => `${title}: ${why.split('\n', 1)[0]}`),
    ])
    if (failed.length > 0) return failed
  } catch {
    // It ended before it wrote one.
  }
  return [said.slice(-1000)]
}

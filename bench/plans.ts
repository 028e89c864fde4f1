import type pg from 'pg'
import * as z from 'zod'

type Plan = { 'Node Type': string; 'Relation Name'?: string | undefined; Plans?: Plan[] | undefined }
const Plan: z.ZodType<Plan> = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  get Plans() {
    return z.array(Plan).optional()
  },
})
const Explained = z.object({ 'Query Text': z.string(), Plan })

const largeRows = 10_000

/**
 * The statements whose plans read a large table whole.
 *
 * @param log what PostgreSQL wrote with auto_explain, as JSON
 * @returns a line for each, with the table and the statement
 */
export async function planFaults(database: pg.Client, log: string): Promise<string[]> {
  const { rows } = await database.query(
    `select relname as name from pg_class where relkind = 'r' and reltuples > ${largeRows}`,
  )
  const large = new Set(
    z
      .array(z.object({ name: z.string() }))
      .parse(rows)
      .map(({ name }) => name),
  )
  const faults = new Set<string>()
  for (const entry of log.split(/^.*duration: [\d.]+ ms {2}plan:$/m).slice(1)) {
    const json = entry
      .split('\n')
      .filter(line => line.startsWith('\t'))
      .join('\n')
    const { 'Query Text': text, Plan: plan } = Explained.parse(JSON.parse(json))
    for (const { 'Node Type': node, 'Relation Name': table = '' } of nodesOf(plan)) {
      if (node === 'Seq Scan' && large.has(table))
        faults.add(`${table} is read whole by ${text.slice(0, 300)}`)
    }
  }
  return [...faults]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

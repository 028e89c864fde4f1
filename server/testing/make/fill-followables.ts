import { sql } from 'drizzle-orm'
import { openDatabase } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { makeFollowables } from './followable.ts'

const firstNames =
  'Ján Šimon Ľubica Zuzana Peter Žofia Matúš Katarína Ďuro Tomáš Lucia Štefan Eva Andrej Nina'.split(' ')
const surnames =
  'Šťastný Kováč Hudec Ďurica Krajčír Zeman Balog Mráz Novák Urbánik Vrba Šimko Drobný Kostka'.split(' ')
const matters =
  'Školstvo Zdravie Voľby Doprava Šport Kultúra Príroda Ekonomika Súdy Bývanie Železnice Poľnohospodárstvo'.split(
    ' ',
  )
const places =
  'Žilina Trnava Košice Poprad Levoča Martin Nitra Čadca Zvolen Prešov Žiar Detva Ľubovňa Šaľa'.split(' ')
const desks = ['Domáce správy', 'Zahraničie', 'Šport', 'Ekonomika', 'Kultúra']

const batch = 2500
const pick = (list: readonly string[], n: number) => list[n % list.length] ?? ''
/** Makes names unique by a further part, as many real ones are. */
const part = (n: number) => String.fromCharCode(97 + (n % 26)) + n.toString(36)

/** Puts so many topics and authors into the database as a large publisher has, findable as loaded ones would be. */
export async function fillFollowables(
  deps: Pick<Deps, 'db'>,
  { topics, authors }: { topics: number; authors: number },
): Promise<void> {
  const given = [
    ...Array.from({ length: topics }, (_, n) => ({
      kind: 'topic' as const,
      code: `many-${n}`,
      name: `${pick(matters, n)} ${pick(places, n * 7)} ${part(n)}`,
      nameEn: `Topic ${part(n)} ${pick(places, n)}`,
    })),
    ...Array.from({ length: authors }, (_, n) => ({
      kind: 'author' as const,
      code: `many-${n}`,
      name: `${pick(firstNames, n)} ${part(n)} ${pick(surnames, n * 3)}`,
      detail: pick(desks, n),
    })),
  ]
  for (let start = 0; start < given.length; start += batch) {
    await makeFollowables(deps, given.slice(start, start + batch))
  }
  await deps.db.execute(sql`analyze followables`)
}

/** The same for a database by its connection string. @param url connection string */
export async function fillFollowablesAt(
  url: string,
  many: Parameters<typeof fillFollowables>[1],
): Promise<void> {
  const database = openDatabase(url, { maxConnections: 1 })
  try {
    await fillFollowables(database, many)
  } finally {
    await database.close()
  }
}

import autocannon from 'autocannon'
import { fillFollowablesAt } from '#server/testing/make/fill-followables.ts'
import type { Figure } from './table.ts'

const many = { topics: 20_000, authors: 5000 }

/** Readers who search at the same moment; each asks again as soon as the answer has come. */
const connections = 4
const seconds = 8

/** Search terms, typed letter by letter: with and without diacritics, whole words and parts. */
const typed = {
  topic: [
    's',
    'sk',
    'ško',
    'skols',
    'školstvo',
    'v',
    'vol',
    'VOĽBY',
    'zil',
    'doprava ko',
    'kosice',
    'a',
    'zz',
    'topic b1',
  ],
  author: [
    'j',
    'jan',
    'Ján',
    'stas',
    'šťastný',
    'k',
    'kov',
    'lubica',
    'sport',
    'zof',
    'eva h',
    'n',
    'xx',
    'kraj',
  ],
}

/** How fast the search among all that a large publisher's readers can follow answers (R1.07). */
export async function measureFollows(server: { url: string; databaseUrl: string }): Promise<Figure[]> {
  await fillFollowablesAt(server.databaseUrl, many)
  const searches = Object.entries(typed).flatMap(([kind, words]) =>
    words.map(word => ({ path: `/rest/api/prv/v1/follows/${kind}?limit=50&q=${encodeURIComponent(word)}` })),
  )
  const first = { path: '/rest/api/prv/v1/follows/topic?limit=50' }
  const ask = async (requests: { path: string }[], duration: number) => {
    const result = await autocannon({ url: server.url, connections, duration, requests })
    if (result.non2xx > 0) throw new Error(`The search refused ${result.non2xx} requests`)
    return result.latency
  }
  await ask([...searches, first], 2)
  const found = await ask(searches, seconds)
  const listed = await ask([first], seconds / 2)
  const among = 'among 20,000 topics, 5,000 authors'
  return [
    { what: `search ${among}, 99th percentile`, value: found.p99, unit: 'ms', budget: 50 },
    { what: `first page ${among}, 99th percentile`, value: listed.p99, unit: 'ms', budget: 50 },
  ]
}

import autocannon from 'autocannon'
import * as z from 'zod'
import { signInOverHttp } from './server.ts'
import type { Figure } from './table.ts'

const Own = z.object({ items: z.array(z.object({ id: z.int(), state: z.string() })) })

/** How fast all changes of a subscription are quoted (R11.02), to a reader who asks again and again. */
export async function measureChanges(url: string): Promise<Figure[]> {
  const { cookie, userId } = await signInOverHttp(url, 'premium-card')
  const own = `${url}/rest/api/prv/v1/users/${userId}/subscriptions`
  const { items } = Own.parse(await (await fetch(own, { headers: { cookie } })).json())
  const id = items.find(each => each.state === 'active')?.id
  const asked = { url: `${own}/${id}/changes`, headers: { cookie }, connections: 1 }
  await autocannon({ ...asked, duration: 1 })
  const { latency, non2xx } = await autocannon({ ...asked, duration: 4 })
  if (non2xx > 0) throw new Error(`The quotes were refused ${non2xx} times`)
  // Stricter than the 95th percentile, which the tool does not tell.
  return [{ what: 'GET …/changes, 97.5th percentile', value: latency.p97_5, unit: 'ms', budget: 30 }]
}

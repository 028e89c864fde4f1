import { expect, type Page } from '@playwright/test'
import { siteOrigin } from '../fixtures.ts'

export const discussionTab = '/nastavenia?active_tab=discussion'

/** The discussion tab of the settings, by its names in Slovak. */
export const forum = (page: Page) => ({
  tab: (name: string) => page.getByRole('tab', { name, exact: true }),
  list: (name: string) => page.getByRole('list', { name, exact: true }),
  more: page.getByRole('button', { name: 'Zobraziť ďalšie' }),
})

/** Decides as the demo's publisher does. */
export async function decide(
  page: Page,
  value: string,
  decision: { decision: 'approved' } | { decision: 'declined'; reason: { sk: string; en: string } },
): Promise<void> {
  const answer = await page.request.get('/demo/forum-changes.json')
  const { items } = (await answer.json()) as { items: { id: number; value: string }[] }
  const wish = items.find(each => each.value === value)
  const decided = await page.request.post(`/demo/forum-changes/${wish?.id}`, {
    data: decision,
    headers: { origin: siteOrigin() },
  })
  expect(decided.ok(), `deciding on ${value} answers ${decided.status()}`).toBe(true)
}

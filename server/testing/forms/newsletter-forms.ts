import { desc } from 'drizzle-orm'
import { pauseByLink } from '#contract/newsletters/mailed-links.ts'
import { requestManageLink, requestSignup, requestSignups } from '#contract/newsletters/newsletters.ts'
import { pauseNewsletters } from '#contract/newsletters/pause-newsletters.ts'
import { tellReason } from '#contract/newsletters/unsubscribe.ts'
import { findReader } from '#server/modules/newsletters/store.ts'
import { newsletterLeavingReasons } from '#server/modules/newsletters/tables.ts'
import { unsubscribeLink } from '#server/modules/newsletters/unsubscribe-token.ts'
import { makeNewsletter } from '../make/newsletter.ts'
import type { MoneyApp } from '../setup/money-app.ts'
import { openBrowser } from '../setup/test-browser.ts'
import { type Form, outcomeOf, trimmedOrNull } from './form.ts'

const api = '/rest/api/prv/v1'
const right = { email: 'visitor@dennik.example' }

/** Text inputs for newsletters: sign-up, and reason for leaving. */
export async function newsletterForms(server: MoneyApp): Promise<Form[]> {
  const { deps } = server
  const { id: userId, browser, own } = await server.signIn()
  const { id, code } = await makeNewsletter(deps)
  await browser.put(`${own}/newsletters/${code}`)
  const { recipientId } = (await findReader(deps.db, userId)) ?? {}
  if (recipientId == null) throw new Error('Who signed up gets nothing')
  const link = new URL(unsubscribeLink(deps.settings, { recipientId, newsletterIds: [id] }))
  const leaving = link.pathname.replace('/unsubscribe/', `${api}/unsubscriptions/`)
  const visitor = openBrowser(server.app)
  const captcha = { 'g-recaptcha-response': 'used' } as const
  return [
    {
      endpoint: requestSignup,
      fields: { email: 'refused', ...captcha },
      atOnce: 8,
      send: async texts =>
        outcomeOf(await visitor.post(`${api}/newsletters/${code}/signups`, { json: { ...right, ...texts } })),
    },
    {
      endpoint: requestSignups,
      fields: { email: 'refused', ...captcha },
      atOnce: 8,
      send: async texts =>
        outcomeOf(
          await visitor.post(`${api}/newsletters/signups`, { json: { ...right, codes: [code], ...texts } }),
        ),
    },
    {
      endpoint: requestSignups,
      fields: { 'codes[]': 'refused' },
      refusedAs: { 'codes[]': 'codes.1' },
      atOnce: 8,
      send: async ({ 'codes[]': other }) =>
        outcomeOf(
          await visitor.post(`${api}/newsletters/signups`, { json: { ...right, codes: [code, other] } }),
        ),
    },
    {
      endpoint: requestManageLink,
      fields: { email: 'refused', ...captcha },
      atOnce: 8,
      send: async texts =>
        outcomeOf(await visitor.post(`${api}/newsletters/manage-links`, { json: { ...right, ...texts } })),
    },
    {
      endpoint: pauseNewsletters,
      fields: { until: 'refused' },
      send: async texts =>
        outcomeOf(await browser.put(`${own}/newsletter-pause`, { json: { until: '2027-03-14', ...texts } })),
    },
    {
      endpoint: pauseByLink,
      fields: { until: 'refused' },
      send: async texts =>
        outcomeOf(
          await visitor.put(`${api}/newsletters/links/${'x'.repeat(43)}/pause`, {
            json: { until: '2027-03-14', ...texts },
          }),
        ),
    },
    {
      endpoint: tellReason,
      fields: { text: trimmedOrNull },
      send: async texts =>
        outcomeOf(
          await visitor.post(`${leaving}/reason`, { json: { reason: 'other', ...texts } }),
          async () => {
            const [row] = await deps.db
              .select()
              .from(newsletterLeavingReasons)
              .orderBy(desc(newsletterLeavingReasons.id))
              .limit(1)
            return { text: row?.text }
          },
        ),
    },
  ]
}

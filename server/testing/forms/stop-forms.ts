import { desc, eq } from 'drizzle-orm'
import type { Endpoint } from '#contract/endpoint.ts'
import { changeSubscription } from '#contract/recurrence/change-subscription.ts'
import { pauseRecurrence } from '#contract/recurrence/pause-recurrence.ts'
import { acceptOffer, switchRecurrence } from '#contract/recurrence/recurrence.ts'
import { recurringProfiles, stopSurveys } from '#server/modules/subscriptions/tables.ts'
import type { MoneyApp } from '../setup/money-app.ts'
import { type Form, outcomeOf, trimmedOrNull } from './form.ts'

/** Text inputs of turning renewal off, of what is offered instead, and of pausing it. */
export async function stopForms(server: MoneyApp): Promise<Form[]> {
  const { db, settings } = server.deps
  const { subscriptionId, switchRecurrence: turn, browser, own } = await server.subscribe()
  const right = { survey_id: settings.surveys.stop, answers: { reason: ['price'] } }
  const turnOff = async (survey: object) => {
    const answer = await turn(subscriptionId, { enabled: false, survey: { ...right, ...survey } })
    return outcomeOf(answer, async () => {
      const [row] = await db.select().from(stopSurveys).orderBy(desc(stopSurveys.id)).limit(1)
      await db
        .update(recurringProfiles)
        .set({ state: 'active', stoppedAt: null })
        .where(eq(recurringProfiles.subscriptionId, subscriptionId))
      return { 'survey.feedback': row?.feedback }
    })
  }
  /** Answers to unknown questions refuse the whole call. */
  const unasked = (field: string, surveyOf: (text: string) => object): Form => ({
    endpoint: switchRecurrence,
    fields: { [field]: 'refused' },
    refusedAs: { [field]: 'survey' },
    send: ({ [field]: text = '' }) => turnOff(surveyOf(text)),
  })
  const offered = await server.subscribe()
  const [offer] = await offered.listOffers(offered.subscriptionId)
  /** Other terms than those that stand over the button. */
  const agreedTo = (endpoint: Endpoint, send: typeof offered.acceptOffer): Form => ({
    endpoint,
    fields: { 'agreed.terms_version': 'refused', 'agreed.withdrawal_version': 'refused' },
    send: async ({ 'agreed.terms_version': terms = '1', 'agreed.withdrawal_version': withdrawal = '1' }) => {
      const agreed = { terms_version: terms, withdrawal_version: withdrawal, begin_at_once: true }
      return outcomeOf(await send(offered.subscriptionId, offer?.code ?? '', { agreed }))
    },
  })
  return [
    agreedTo(acceptOffer, offered.acceptOffer),
    agreedTo(changeSubscription, offered.change),
    {
      endpoint: switchRecurrence,
      fields: { 'survey.feedback': trimmedOrNull },
      send: ({ 'survey.feedback': feedback }) => turnOff({ feedback }),
    },
    {
      endpoint: pauseRecurrence,
      fields: { from: 'refused' },
      send: async ({ from = '2030-01-01T00:00:00Z' }) =>
        outcomeOf(
          await browser.put(`${own}/subscriptions/${subscriptionId}/pause`, { json: { months: 1, from } }),
        ),
    },
    unasked('survey.survey_id', text => ({ survey_id: text })),
    unasked('survey.answers{}', text => ({ answers: { reason: text } })),
    unasked('survey.answers{}[]', text => ({ answers: { reason: ['price', text] } })),
    unasked('survey.answers{key}', text => ({ answers: { [text]: 'price' } })),
  ]
}

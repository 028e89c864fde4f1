import { readDocumentsLink } from '#contract/companies/company-documents.ts'
import { activateFamilyRequest, readFamilyRequest } from '#contract/companies/family-requests.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { listFollowables, listFollows } from '#contract/follows/follows.ts'
import { readGift } from '#contract/gifts/gift-offers.ts'
import { readLayoutBlocks } from '#contract/layout-blocks/layout-blocks.ts'
import { readPurchasePlan } from '#contract/orders/purchase-plan.ts'
import { changeSubscription } from '#contract/recurrence/change-subscription.ts'
import { acceptOffer, readSurvey } from '#contract/recurrence/recurrence.ts'
import { agreedTerms } from '../journeys/agreed-terms.ts'
import type { MoneyApp } from '../setup/money-app.ts'
import { openBrowser } from '../setup/test-browser.ts'
import { type Form, outcomeOf } from './form.ts'

/** Text inputs in paths and queries of calls. */
export async function addressBarForms(server: MoneyApp): Promise<Form[]> {
  const { browser, own } = await server.signIn()
  const subscriber = await server.subscribe()
  const visitor = openBrowser(server.app)
  const ofSubscription = `${subscriber.own}/subscriptions/${subscriber.subscriptionId}/`
  const agreed = await agreedTerms(subscriber.browser, {})
  /** One text in an address, where `*` stands. */
  const inAddress = (endpoint: Endpoint, place: string, address: string): Form => ({
    endpoint,
    fields: { [place]: place.startsWith('?') ? 'used' : 'refused' },
    atOnce: 8,
    send: async ({ [place]: text = '' }) => {
      const url = address.replace('*', () => encodeURIComponent(text.toWellFormed()))
      const caller = endpoint.access === 'public' ? visitor : browser
      if (endpoint.method === 'GET') return outcomeOf(await caller.get(url))
      if (url.startsWith(ofSubscription)) {
        return outcomeOf(await subscriber.browser.post(url, { json: { agreed } }))
      }
      return outcomeOf(await caller.post(url))
    },
  })
  return [
    inAddress(readSurvey, ':surveyId', readSurvey.path.replace(':surveyId', '*')),
    inAddress(readGift, ':code', readGift.path.replace(':code', '*')),
    inAddress(readFamilyRequest, ':code', readFamilyRequest.path.replace(':code', '*')),
    inAddress(readDocumentsLink, ':token', readDocumentsLink.path.replace(':token', '*')),
    inAddress(activateFamilyRequest, ':code', `${own}/family-requests/*/activation`),
    inAddress(acceptOffer, ':code', `${ofSubscription}offers/*`),
    inAddress(changeSubscription, ':code', `${ofSubscription}changes/*`),
    inAddress(readPurchasePlan, ':product', `${own}/purchase-plans/*`),
    inAddress(listFollowables, '?q', `${listFollowables.path.replace(':kind', 'topic')}?q=*`),
    inAddress(listFollows, '?q', `${own}/follows/topic?q=*`),
    inAddress(readLayoutBlocks, '?env', `${readLayoutBlocks.path}?lang=sk&env=*`),
  ]
}

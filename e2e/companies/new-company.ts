import { expect, type Page } from '@playwright/test'
import { apiAddress, linkIn, mailTo, newReader, signInAs, siteOrigin } from '../fixtures.ts'
import { agreedTerms } from '../orders/shop-screen.ts'

/** What an invoice of a company needs. */
export const companyAddress = {
  type: 'invoice',
  name: 'Ján',
  surname: 'Ranný',
  number: '7',
  city: 'Bratislava',
  zip: '811 01',
  country: 'SK',
  company_name: 'Pekáreň Ranná, s. r. o.',
  company_id: '99000407',
}

/** Signs the page's browser in as the administrator of a company of the test's own, or the owner of a family. */
export async function newAdministrator(
  page: Page,
  product: 'company_premium_5' | 'family_premium_1y',
): Promise<{ email: string; password: string }> {
  const reader = await newReader(page, 'spravca')
  await signInAs(page, reader)
  const cookies = await page.context().cookies()
  const id = cookies.find(({ name }) => name === 'ppi')?.value
  const order = await post(page, apiAddress(`/rest/api/prv/v1/users/${id}/orders`), {
    product,
    method: 'bank_transfer',
    agreed: await agreedTerms(page, {
      isCompany: product === 'company_premium_5',
      beginsAtOnce: true,
    }),
    ...(product === 'company_premium_5' && { address: companyAddress }),
  })
  const { transfer } = order as { transfer: { variable_symbol: string } }
  await post(page, '/demo/transfers', { variable_symbol: transfer.variable_symbol })
  // The session's token was issued before there was a subscription.
  await signInAs(page, reader)
  return reader
}

/**
 * Takes an access by its mailed link, with a new account of another address.
 *
 * @param page of a browser of its own
 * @param email to whom the access was given
 * @returns the account's address
 */
export async function acceptByAnotherAccount(page: Page, email: string): Promise<string> {
  const reader = await newReader(page, 'inyucet')
  await signInAs(page, reader)
  const cookies = await page.context().cookies()
  const id = cookies.find(({ name }) => name === 'ppi')?.value
  const path = '/login/invitation/'
  const code = new URL(linkIn(await mailTo(page, email, path), path)).pathname.slice(path.length)
  await post(page, apiAddress(`/rest/api/prv/v1/users/${id}/family-requests/${code}/activation`), {})
  return reader.email
}

async function post(page: Page, url: string, data: object): Promise<unknown> {
  const answer = await page.request.post(url, { data, headers: { origin: siteOrigin() } })
  expect(answer.ok(), `POST ${url} answers ${answer.status()}`).toBe(true)
  return answer.json()
}

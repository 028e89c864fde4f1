import type { Page } from '@playwright/test'
import type { RuntimeConfig } from '#contract/config/runtime-config.ts'
import { expect, siteOrigin } from '../../fixtures.ts'
import { alters, answers, screen, waits } from '../state.ts'

const blocks = '**/export/v1/sme-blocks/*'
const closed = (service_mode: RuntimeConfig['service_mode']) =>
  alters<RuntimeConfig>(/\/config\.json/, body => ({ ...body, service_mode }))
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()
const none = { 'sme-header': [], 'sme-pager': [], 'sme-footer': [], 'sme-endpage': [] }

const forgetPayload = async (page: Page) => {
  await page.context().clearCookies({ name: 'ppp' })
  await page.reload()
}

/** What stands around the pages, and the screens in place of a page */
export const frameStates = screen('ram', [
  { name: 'not-found', path: '/neznama', reader: 'premium-card', refusal: 404, inEveryLook: true },
  { name: 'accessibility', path: '/vyhlasenie-o-pristupnosti', inEveryLook: true },
  { name: 'not-found-visitor', path: '/neznama', refusal: 404 },
  {
    name: 'menu',
    path: '/faq',
    reader: 'premium-card',
    act: async page => {
      const menu = page.getByRole('button', { name: 'Menu', exact: true })
      if (!(await menu.isVisible())) return
      await menu.click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'skip-link',
    path: '/faq',
    act: page => page.keyboard.press('Tab'),
  },
  {
    name: 'read-only',
    path: '/predplatne',
    reader: 'premium-card',
    provoked: [closed({ name: 'read_only', until: null })],
  },
  {
    name: 'maintenance',
    path: '/predplatne',
    provoked: [closed({ name: 'maintenance', until: tomorrow() })],
    inEveryLook: true,
  },
  {
    name: 'maintenance-questions',
    path: '/faq',
    provoked: [closed({ name: 'maintenance', until: tomorrow() })],
  },
  { name: 'publisher-waits', path: '/faq', provoked: [waits(blocks)], bare: true },
  { name: 'publisher-silent', path: '/faq', provoked: [answers(blocks, none)], bare: true, givesWay: true },
  {
    name: 'page-did-not-arrive',
    path: '/pre-firmy',
    reader: 'premium-card',
    provoked: [
      { url: '**/assets/newsletter-pages-*.js', refusal: 'no answer', answer: route => route.abort() },
    ],
    act: async page => {
      await page.evaluate(address => history.pushState(null, '', address), `${siteOrigin()}/pre-firmy`)
      await page
        .locator('a[href="/e-maily"]')
        .first()
        .evaluate(link => link instanceof HTMLElement && link.click())
      await page.getByRole('heading', { name: 'Stránku sa nepodarilo otvoriť.' }).waitFor()
    },
  },
  {
    name: 'configuration-fatal',
    path: '/pre-firmy',
    bare: true,
    provoked: [{ url: /\/config\.json/, answer: route => route.fulfill({ status: 200, json: {} }) }],
  },
  {
    name: 'start-failed',
    path: '/predplatne',
    reader: 'premium-card',
    bare: true,
    provoked: [
      { url: '**/refresh-token', refusal: 503, answer: route => route.fulfill({ status: 503, body: '' }) },
    ],
    act: forgetPayload,
  },
  {
    name: 'reader-unknown',
    path: '/pre-firmy',
    reader: 'premium-card',
    provoked: [
      { url: '**/refresh-token', refusal: 503, answer: route => route.fulfill({ status: 503, body: '' }) },
    ],
    act: forgetPayload,
  },
  {
    name: 'session-ended',
    path: '/faq',
    reader: 'premium-card',
    act: async page => {
      await page.context().clearCookies()
      // The listener is loaded after the page.
      await expect(async () => {
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
        const dialog = page.getByRole('dialog', { name: 'Vaše prihlásenie sa skončilo.' })
        await expect(dialog).toBeVisible({ timeout: 1000 })
      }).toPass({ timeout: 10_000 })
    },
  },
])

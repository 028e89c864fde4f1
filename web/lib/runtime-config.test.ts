import { expect, test } from 'vitest'
import { configAddress, loadRuntimeConfig, runtimeConfig } from './runtime-config.ts'

const origin = 'https://profil.example.com'
const config = {
  environment: 'production',
  version: '1.0.0',
  domain: 'example.com',
  captcha_public_key: null,
  marketing_token: null,
  stop_recurrence_survey_id: 'stop',
  stop_recurrence_upgrade_survey_id: 'upgrade',
  hosts: {
    account: origin,
    publisher: origin,
    forum: origin,
    blog: origin,
    central_login: origin,
    mailer: origin,
    crm: origin,
    image_management: origin,
    notifications: origin,
    content: origin,
    features: origin,
    store: origin,
  },
  services_email: 'sluzby@example.com',
  login_url: `${origin}/login`,
  login_cookie_name: 'ppi',
  helpdesk_email: 'pomoc@example.com',
  forum_email: 'forum@example.com',
  image_path_pattern: '/{id}.jpg',
  features_client_key: null,
  experiment_results_url: null,
  error_reporting: { dsn: null, sample_rate: 1 },
}
const load = (body: BodyInit | null, status = 200) =>
  loadRuntimeConfig(Promise.resolve(new Response(body, { status })))

test('R2.31 R5.13 a whole configuration is kept for the page', async () => {
  expect(() => runtimeConfig()).toThrow(/before it was loaded/)
  expect(await load(JSON.stringify(config))).toEqual(config)
  expect(runtimeConfig().hosts.central_login).toBe(origin)
})

test.each([
  ['bad_status', JSON.stringify(config), 500],
  ['bad_status', '', 404],
  ['empty_body', '', 200],
  ['empty_body', ' \n', 200],
  ['not_json', '<html>', 200],
  ['not_json', '{"environment":', 200],
  ['missing_fields', '{}', 200],
  ['missing_fields', 'null', 200],
  ['missing_fields', '[]', 200],
  ['missing_fields', JSON.stringify({ ...config, login_url: undefined }), 200],
  ['missing_fields', JSON.stringify({ ...config, hosts: { ...config.hosts, content: 'no address' } }), 200],
])('R8.02 a configuration that cannot be used says why: %s (%s)', async (reason, body, status) => {
  await expect(load(body, status)).rejects.toMatchObject({ reason })
})

test('R8.02 no answer at all has a reason of its own', async () => {
  const refused = Promise.reject<Response>(new TypeError('fetch failed'))
  await expect(loadRuntimeConfig(refused)).rejects.toMatchObject({ reason: 'unreachable' })
})

test('R7.02 the address differs on every load', () => {
  const addresses = new Set(Array.from({ length: 50 }, configAddress))
  expect(addresses.size).toBe(50)
  for (const address of addresses) expect(address).toMatch(/^\/config\.json\?\w+$/)
})

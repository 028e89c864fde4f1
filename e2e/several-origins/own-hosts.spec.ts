import { configured, demoReader, expect, onSeveralOrigins, siteOrigin, test } from '../fixtures.ts'

test(
  'R3.01 R7.03 R7.16 each call of a page goes to its own host, each is answered, and the language goes along',
  onSeveralOrigins,
  async ({ page }) => {
    const answers: { at: string; status: number }[] = []
    page.on('response', answer => {
      const { origin, pathname } = new URL(answer.url())
      const at = origin + pathname.replace(/\d+/g, '1').replace(/-[\w-]{5,8}\./, '.')
      answers.push({ at, status: answer.status() })
    })
    const { name } = await demoReader(page, 'premium-card')
    await page.goto('/demo')
    await page.getByRole('button', { name: `Prihlásiť sa ako ${name}` }).click()
    await expect(page).toHaveURL(`${siteOrigin()}/predplatne`)
    await expect(page.getByRole('navigation', { name: 'Ďalšie naše weby' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^Prémium/)
    const [login, content, flags] = [
      configured('LOGIN_URL'),
      configured('CONTENT_URL'),
      configured('FEATURES_URL'),
    ]
    for (const at of [
      `${siteOrigin()}/config.json`,
      `${login}/rest/api/prv/v1/users/1/devices`,
      `${content}/export/v1/sme-blocks/profil.sme.sk`,
      `${content}/layout/layout.css`,
      `${flags}/api/eval/sdk-demo`,
      `${flags}/sub/sdk-demo`,
    ]) {
      await expect.poll(() => answers.find(answer => answer.at === at)).toEqual({ at, status: 200 })
    }
    expect(answers.filter(({ status }) => status >= 400)).toEqual([])

    // Storage is per origin, so the language is passed in the address.
    await page.getByRole('button', { name: 'Odhlásiť sa' }).click()
    await expect(page).toHaveTitle('Odhlásili sme vás - Profil')
    await page.goto('/faq?lang=en')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await expect(page).toHaveTitle('Sign in - Profile')
    expect(new URL(page.url()).origin).toBe(login)
  },
)

test(
  'R2.26 R2.13 a page opened on another host is led home, and the layout and the flags have none',
  onSeveralOrigins,
  async ({ request }) => {
    const [account, login] = [siteOrigin(), configured('LOGIN_URL')]
    const open = async (address: string) => {
      const answer = await request.get(address, { headers: { accept: 'text/html' }, maxRedirects: 0 })
      return [answer.status(), answer.headers()['location'] ?? answer.headers()['content-type']]
    }
    const page = 'text/html; charset=utf-8'
    expect(await open(`${account}/nastavenia`)).toEqual([200, page])
    const { link } = (await request.get(`${account}/faq`)).headers()
    for (const host of ['LOGIN_URL', 'CONTENT_URL', 'FEATURES_URL'] as const) {
      expect(link).toContain(`<${configured(host)}>; rel=preconnect; crossorigin`)
    }
    expect(await open(`${account}/login?url=/faq`)).toEqual([302, `${login}/login?url=/faq`])
    expect(await open(`${account}/obchod`)).toEqual([302, `${login}/obchod`])
    expect(await open(`${account}/neznama`)).toEqual([404, page])
    expect(await open(`${login}/login`)).toEqual([200, page])
    expect(await open(`${login}/`)).toEqual([302, `${account}/`])
    expect(await open(`${login}/nastavenia?a=1`)).toEqual([302, `${account}/nastavenia?a=1`])
    expect(await open(`${login}/neznama`)).toEqual([302, `${account}/neznama`])
    expect(await open(`${login}//evil.example/`)).toEqual([302, `${account}//evil.example/`])
    for (const host of [configured('CONTENT_URL'), configured('FEATURES_URL')]) {
      for (const path of ['/', '/predplatne', '/login', '/obchod', '/neznama', '/demo']) {
        expect(await open(host + path), host + path).toEqual([404, 'application/json; charset=utf-8'])
      }
    }
  },
)

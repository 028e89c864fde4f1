import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { renderMail } from '../modules/outbox/render-mail.ts'
import { projectRoot } from '../platform/process/project-root.ts'
import { replaceMessages, say } from '../platform/texts/messages.ts'
import { readBrand } from './brand.ts'
import { loadConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'profil-brand-'))
mkdirSync(join(folder, 'texts'))
afterAll(() => rmSync(folder, { recursive: true }))
const write = (name: string, content: unknown) => writeFileSync(join(folder, name), JSON.stringify(content))

test('a publisher’s words take the place of ours in mails, and its colours and logo are theirs', () => {
  write('texts/sk.json', { 'mail.signature': 'Vaša redakcia', 'site.name': 'Môj účet' })
  write('brand.json', {
    mail: { accent: '#0b5a8a', accent_ink: '#ffffff', logo_url: 'https://kurier.example/logo.png' },
  })
  const { texts, mailLook } = readBrand(folder)
  const mail = {
    to: 'jana@post.example',
    locale: 'sk',
    template: 'new_password',
    values: { hours: 2 },
    link: 'https://profil.example/x',
  } as const
  const [ours, signature] = [renderMail(mail, 'pomoc@kurier.example'), say('sk', 'mail.signature')]
  replaceMessages('sk', texts.sk)
  const theirs = renderMail(mail, 'pomoc@kurier.example', mailLook)
  replaceMessages('sk', { 'mail.signature': signature })
  expect(ours.html).not.toContain('<img')
  expect(theirs.text).toContain('\n\nVaša redakcia\n\n')
  expect(theirs.html).toContain('background:#0b5a8a;color:#ffffff')
  expect(theirs.html).toContain('<img src="https://kurier.example/logo.png" alt="Vaša redakcia" height="32">')
  expect(renderMail(mail, 'pomoc@kurier.example')).toEqual(ours)
})

test('a file that cannot be used is named at the start', () => {
  write('brand.json', { mail: { accent: 'red;position:fixed', accent_ink: '#fff' } })
  expect(() => readBrand(folder)).toThrow(
    /brand\.json cannot be used: write it as docs\/branding\.md says\.$/,
  )
  expect(readBrand(undefined)).toEqual({ termsFiles: {}, texts: { sk: {}, en: {} }, mailLook: null })
})

test('the brands that come along can be used', () => {
  const brands = readdirSync(join(projectRoot, 'brands'))
  expect(brands).toContain('kurier')
  for (const name of brands) {
    const own = join(projectRoot, 'brands', name)
    expect(readBrand(own).mailLook).not.toBeNull()
  }
})

test('a brand’s folder that is missing stops the start and the build with one sentence', () => {
  const wanted = `BRAND_DIR is brands/nobody, and no folder is at ${join(projectRoot, 'brands/nobody')}: name one, or leave it out.`
  expect(() => loadConfig({ BRAND_DIR: 'brands/nobody' })).toThrow(wanted)
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.ts'], {
    cwd: projectRoot,
    env: { PATH: process.env['PATH'], BRAND_DIR: 'brands/nobody' },
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, `${wanted}\n`])
})

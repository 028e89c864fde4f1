import { useState } from 'react'
import { changeLocale } from '#contract/identity/identity.ts'
import { Locale } from '#contract/wire.ts'
import { writeStored } from '#web/lib/browser/storage.ts'
import { call, renewToken } from '#web/lib/call/api.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useIsStill } from '#web/lib/forms/use-is-still.ts'
import { setProfile, useOwnParams, useProfile } from '#web/lib/reader/profile.ts'
import { currentLocale, useT } from '#web/lib/texts/i18n.ts'
import { showToast } from '#web/ui/announcer.tsx'
import { Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Select } from '#web/ui/select.tsx'

/** Each language in its own language. */
const names: Record<Locale, string> = { sk: 'Slovenčina', en: 'English' }

/** Language of pages and mails; a change is saved, then the page reloads, unless its reader has gone on (R2.28, R9.01). */
export function ChangeLocaleForm() {
  const t = useT()
  const params = useOwnParams()
  const { lang } = useProfile()
  const [same, setSame] = useState(false)
  const form = useForm<'locale_code'>({
    initial: { locale_code: currentLocale() },
    check: () => [],
    send: async values => {
      const locale = Locale.parse(values.locale_code)
      setSame(false)
      // Idempotent. Always sent, since the language may have been changed in another browser.
      await call(changeLocale, { params, body: { locale_code: locale } })
      // One that was saved without a reload is not shown yet.
      if (locale === lang && locale === currentLocale()) {
        setSame(true)
        return
      }
      writeStored('language', locale)
      setProfile({ lang: locale })
      await renewToken('language')
      // A reload would lose what is written meanwhile, here or on another page.
      if (isStill() && !document.activeElement?.matches(':read-write')) location.reload()
      else showToast(t('locale_change.later'))
    },
  })
  const isStill = useIsStill(form.values.locale_code)
  return (
    <Form {...form} submitLabel={t('locale_change.submit')} variant="secondary">
      <Select {...form.field('locale_code')} label={t('locale_change.label')}>
        {Locale.options.map(locale => (
          <option key={locale} value={locale} lang={locale}>
            {names[locale]}
          </option>
        ))}
      </Select>
      {same && !form.busy && <Notice tone="info">{t('locale_change.same')}</Notice>}
    </Form>
  )
}

import { addressWith, useLocation } from '#web/lib/navigation/navigation.ts'
import { currentLocale, useT } from '#web/lib/texts/i18n.ts'
import { TextLink } from '#web/ui/text-link.tsx'

/** Link to this page in the other language (R2.28), placed as in the login. */
export function LanguageLink() {
  const t = useT()
  const address = useLocation()
  const other = currentLocale() === 'sk' ? 'en' : 'sk'
  return (
    <TextLink standalone href={addressWith({ lang: other }, address)} lang={other} hrefLang={other}>
      {t('footer.language')}
    </TextLink>
  )
}

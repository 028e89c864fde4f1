import { useLocation } from '#web/lib/navigation.ts'
import { currentLocale, useT } from '#web/lib/texts/i18n.ts'
import { TextLink } from '#web/ui/text-link.tsx'

/** This very page in the other language (R2.28), where the login has it too. */
export function LanguageLink() {
  const t = useT()
  const { pathname, search, hash } = useLocation()
  const other = currentLocale() === 'sk' ? 'en' : 'sk'
  const query = new URLSearchParams(search)
  query.set('lang', other)
  return (
    <TextLink standalone href={`${pathname}?${query}${hash}`} lang={other} hrefLang={other}>
      {t('footer.language')}
    </TextLink>
  )
}

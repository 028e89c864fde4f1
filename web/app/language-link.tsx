import { useLocation } from '#web/lib/navigation.ts'
import { currentLocale, useT } from '#web/lib/texts/i18n.ts'
import { TextLink } from '#web/ui/text-link.tsx'

/** Link to this page in the other language (R2.28), placed as in the login. */
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

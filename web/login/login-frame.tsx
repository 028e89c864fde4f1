import type { MouseEvent, ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { loadCatalogue } from '#web/lib/catalogue.ts'
import { activate, currentLocale, useT } from '#web/lib/i18n.ts'
import { RichText } from '#web/lib/rich-text.tsx'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { writeStored } from '#web/lib/storage.ts'
import { Announcer, showToast } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import styles from './login-frame.module.css'

/** Around every page of the login: the publisher's name above, help and the other language below. */
export function LoginFrame({ children }: { children: ReactNode }) {
  const t = useT()
  const navigate = useNavigate()
  const { hosts, helpdesk_email: helpdesk } = runtimeConfig()

  const followInside = (event: MouseEvent) => {
    const target = insideTarget(event)
    if (target === undefined) return
    event.preventDefault()
    void navigate(target)
  }

  return (
    // The keyboard presses links by itself, which arrives here as a click.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.frame} onClick={followInside}>
      <header className={styles.header}>
        <a className={styles.publisher} href={hosts.publisher}>
          {t('site.publisher')}
        </a>
        <LanguageSwitch />
      </header>
      <main className={styles.main}>{children}</main>
      <footer className={styles.footer}>
        <p>
          <RichText
            id="footer.helpdesk"
            values={{ address: helpdesk }}
            tags={{ email: words => <TextLink href={`mailto:${helpdesk}`}>{words}</TextLink> }}
          />
        </p>
      </footer>
      <Announcer closeLabel={t('common.close')} />
    </div>
  )
}

/** Switches to the other language at once; nothing that was typed is lost. */
function LanguageSwitch() {
  const t = useT()
  const other = currentLocale() === 'sk' ? 'en' : 'sk'
  const change = async () => {
    try {
      activate(other, await loadCatalogue(other, 'login'))
      writeStored('language', other)
    } catch {
      showToast(t('chunk_failed.title'), 'error')
    }
  }
  return (
    <Button variant="quiet" lang={other} onClick={() => void change()}>
      {t('footer.language')}
    </Button>
  )
}

/** Where a press on a link leads, when that is a page of the login itself and no new window was asked for. */
function insideTarget(event: MouseEvent): string | undefined {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  if (event.defaultPrevented || event.button !== 0 || modified) return undefined
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || link.origin !== location.origin) return undefined
  return /^\/login(?:\/|$)/.test(link.pathname) ? link.pathname + link.search : undefined
}

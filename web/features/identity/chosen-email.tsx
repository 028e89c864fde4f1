import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Email } from '#web/ui/email.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import styles from './chosen-email.module.css'
import { HiddenUsername } from './hidden-username.tsx'

type ChosenEmailProps = {
  email: string
  /** Address of the step where it is typed. */
  changeHref: string
}

/** The e-mail of the previous step, with a link back. */
export function ChosenEmail({ email, changeHref }: ChosenEmailProps) {
  const t = useT()
  return (
    <div className={styles.row}>
      <VisuallyHidden>{t('login.email')}: </VisuallyHidden>
      <span className={styles.email}>
        <Email email={email} />
      </span>
      <TextLink href={changeHref} standalone>
        <RichText id="login.change_email" />
      </TextLink>
      <HiddenUsername email={email} />
    </div>
  )
}

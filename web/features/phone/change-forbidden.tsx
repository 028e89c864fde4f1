import type { User } from '#contract/identity/identity.ts'
import { printedMobileNumber } from '#contract/phone/mobile-number.ts'
import { errorText } from '#web/lib/call/error-text.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** The current number, why it cannot be changed, and who helps (R6.05, R8.12). */
export function ChangeForbidden({ user }: { user: User }) {
  const t = useT()
  const address = runtimeConfig().helpdesk_email
  const { reason } = user.phone_change
  return (
    <>
      {user.phone !== null && (
        <DataList items={[{ name: t('phone.verified'), value: printedMobileNumber(user.phone) }]} />
      )}
      <Notice tone="info" live={false}>
        <p>{errorText(reason ?? 'phone_cannot_change_now')}</p>
        <p>
          <RichText id="phone.help" values={{ address }} links={{ email: `mailto:${address}` }} />
        </p>
      </Notice>
    </>
  )
}

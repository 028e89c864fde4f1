import { linkExternAuthService } from '#contract/identity/extern-auth-services.ts'
import type { Provider } from '#contract/identity/provider.ts'
import { providerTitles } from '#contract/identity/providers.ts'
import { call } from '#web/lib/call/api.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { leaveFor, markPage } from '#web/lib/navigation/navigation.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'
import { currentLocale, useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Problems } from '#web/ui/problems.tsx'
import { Row } from '#web/ui/row-list.tsx'

/** A provider not linked yet, with a button that starts the OAuth flow. */
export function UnlinkedAccountRow({ provider }: { provider: Provider }) {
  const t = useT()
  const params = useOwnParams()
  const name = providerTitles[provider]
  const { busy, onSubmit, problems } = useSubmission([], async () => {
    const isStillHere = markPage()
    const begun = await call(linkExternAuthService, {
      params: { ...params, provider },
      body: { locale: currentLocale() },
    })
    if (isStillHere()) await leaveFor(begun.redirect_url)
  })
  return (
    <Row
      detail={problems.length > 0 ? <Problems texts={problems} /> : t('linked.not_linked')}
      action={
        <Button variant="quiet" busy={busy} onClick={onSubmit}>
          <RichText id="linked.link" values={{ name }} />
        </Button>
      }
    >
      {name}
    </Row>
  )
}

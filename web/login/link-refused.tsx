import { Step } from '#web/blocks/step.tsx'
import { type LinkFault } from '#web/features/identity/mailed-link.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Actions, ButtonLink } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Placeholder while a mailed link is looked at. */
export function LinkComing() {
  const t = useT()
  return <Skeleton label={t('common.loading')} shape="answer" />
}

/** A link that is refused: why, and what to do. */
export function LinkRefused({
  fault,
  lead,
  to,
}: {
  fault: LinkFault
  lead: string
  to: { label: string; href: string }
}) {
  const t = useT()
  return (
    <Step key={fault} title={t(`login.link.${fault}_title`)} focus="title" lead={lead}>
      <Actions>
        <ButtonLink variant="primary" href={to.href}>
          {to.label}
        </ButtonLink>
      </Actions>
    </Step>
  )
}

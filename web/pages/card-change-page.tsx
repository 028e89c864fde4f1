import { StartCardChange } from '#web/features/recurrence/start-card-change/start-card-change.tsx'
import { useT } from '#web/lib/texts/i18n.ts'
import { Heading } from '#web/ui/heading.tsx'

/** /predplatne/zmenit-kartu (R1.03). */
export default function CardChangePage() {
  const t = useT()
  return (
    <>
      <Heading level={1} look="label">
        {t('main.card_change_title')}
      </Heading>
      <StartCardChange />
    </>
  )
}

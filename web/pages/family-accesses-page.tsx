import { FamilyAccesses } from '#web/features/companies/family-accesses.tsx'
import { useT } from '#web/lib/texts/i18n.ts'
import { Heading } from '#web/ui/heading.tsx'

/** /predplatne/rodina: whom the owner of a family subscription invites. */
export default function FamilyAccessesPage() {
  const t = useT()
  return (
    <>
      <Heading level={1} look="label">
        {t('main.family_accesses_title')}
      </Heading>
      <FamilyAccesses />
    </>
  )
}

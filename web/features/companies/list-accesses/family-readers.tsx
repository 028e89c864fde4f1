import { type Access, listAccesses, type SharedSubscription } from '#contract/companies/companies.ts'
import { routes } from '#contract/routes.ts'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { formatDate, formatLastDay } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Row, RowList } from '#web/ui/row-list.tsx'
import { Section } from '#web/ui/section.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import styles from '../access-manager.module.css'
import { useShared, useSharedParams } from '../use-shared.ts'

/** Who reads in the reader's family, and who has yet to accept (R13.10); nothing for a reader who pays for none. */
export default function FamilyReaders() {
  const { data } = useShared()
  const shared = data?.items.find(({ kind, state }) => kind === 'family' && state === 'active')
  return shared ? <Readers shared={shared} /> : null
}

function Readers({ shared }: { shared: SharedSubscription }) {
  const t = useT()
  const params = useSharedParams(shared.subscription_id)
  const { data } = useEndpoint(listAccesses, { params, query: {} })
  const people = data?.items.filter(({ state }) => state !== 'deactivated')
  if (!people) return null
  return (
    <Section id="rodina" title={t('family_readers.title')}>
      {people.length > 0 ? (
        <RowList>
          {people.map(access => (
            <Row key={access.id} detail={<StateText access={access} />}>
              {access.reader_email ?? access.email}
            </Row>
          ))}
        </RowList>
      ) : (
        <p>{t('family_readers.nobody')}</p>
      )}
      <p className={styles.back}>
        <TextLink standalone href={routes.family_accesses.path}>
          {t('family_readers.manage')}
        </TextLink>
      </p>
    </Section>
  )
}

/** The link of a waiting access is given only while it is valid. */
function StateText({ access }: { access: Access }) {
  const t = useT()
  const { active_from: from, activation_url: url, link_expires_at: until } = access
  if (from !== null) return t('family_readers.reads', { date: formatDate(from) })
  if (url === null) return t('family_readers.expired', { date: formatDate(until) })
  return t('family_readers.waits', { date: formatLastDay(until) })
}

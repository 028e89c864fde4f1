import { lazy, Suspense } from 'react'
import { listAddresses } from '#contract/addresses/addresses.ts'
import { listPasskeys } from '#contract/identity/passkeys.ts'
import { listSessions } from '#contract/identity/sessions.ts'
import { readDataArchive } from '#contract/privacy/data-archive.ts'
import { offerReload } from '#web/blocks/reload-offer.tsx'
import { ActivityLog } from '#web/features/activity/list-activity/activity-log.tsx'
import { AddressList } from '#web/features/addresses/address-list.tsx'
import { ChangeLocaleForm } from '#web/features/identity/change-locale/change-locale-form.tsx'
import { NamePart } from '#web/features/identity/change-name/name-part.tsx'
import { NoticeCopiesSwitch } from '#web/features/identity/change-notice-copies/notice-copies-switch.tsx'
import { PasswordChanged } from '#web/features/identity/change-password/password-changed.tsx'
import { PasswordPart } from '#web/features/identity/change-password/password-part.tsx'
import { SessionList } from '#web/features/identity/end-session/session-list.tsx'
import { PasskeysPart } from '#web/features/identity/list-passkeys/passkeys-part.tsx'
import { AccountFacts } from '#web/features/identity/read-user/account-facts.tsx'
import { EmailPart } from '#web/features/identity/request-email-change/email-part.tsx'
import { LinkedAccounts } from '#web/features/identity/unlink-extern-auth-service/linked-accounts.tsx'
import { PhonePart } from '#web/features/phone/phone-part.tsx'
import { AnonymizationPart } from '#web/features/privacy/request-anonymization/anonymization-part.tsx'
import { DataArchivePart } from '#web/features/privacy/request-data-archive/data-archive-part.tsx'
import { SectionIndex } from '#web/features/settings-navigation/section-index.tsx'
import { SettingsTabs } from '#web/features/settings-navigation/settings-tabs.tsx'
import { patienceMs, prefetch, queryClient } from '#web/lib/call/use-endpoint.ts'
import { currentProfile, setProfile, useProfile } from '#web/lib/reader/profile.ts'
import { addPagePart } from '#web/lib/texts/catalogue.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { RichText } from '#web/lib/texts/rich-text.tsx'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BlockedByAnonymization, useIsDeletionPending } from './blocked-by-anonymization.tsx'
import styles from './settings-page.module.css'
import { WithUser } from './with-user.tsx'

const Discussions = lazy(async () => {
  const [module] = await Promise.all([import('#web/features/forum/discussions.tsx'), addPagePart('forum')])
  return module
})

/** /nastavenia: the profile's sections, each saving by itself, and the tab of the discussion profile (R2.08). */
export default function SettingsPage() {
  const t = useT()
  const { ended } = useProfile()
  const onPasswordChanged = () => {
    // All sessions have ended: cached queries must not be refetched.
    queryClient.clear()
    setProfile({ ended: true })
  }
  if (ended) return <PasswordChanged />
  return (
    <>
      <div className={styles.title}>
        <Heading level={1} look="answer">
          {t('main.settings_title')}
        </Heading>
      </div>
      <SettingsTabs>
        {tab => (tab === 'profile' ? <Profile onPasswordChanged={onPasswordChanged} /> : <DiscussionTab />)}
      </SettingsTabs>
    </>
  )
}

/** Lazy: most readers never open it. */
function DiscussionTab() {
  const t = useT()
  return (
    <ErrorBoundary fallback={offerReload}>
      <Suspense fallback={<Skeleton shape="answer" label={t('common.loading')} />}>
        <Discussions changeable={parts => <BlockedByAnonymization>{parts}</BlockedByAnonymization>} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Its reads are awaited together, so that none which comes later moves what is below it (decision 096). */
const Profile = lazy(async () => {
  const params = { userId: String(currentProfile().id) }
  const reads = [listPasskeys, listSessions, listAddresses, readDataArchive]
  const asked = Promise.allSettled(reads.map(each => prefetch(each, { params })))
  await Promise.race([asked, new Promise(resolve => setTimeout(resolve, patienceMs))])
  return { default: ProfileSections }
})

function ProfileSections({ onPasswordChanged }: { onPasswordChanged: () => void }) {
  const t = useT()
  return (
    <div className={styles.columns}>
      <div className={styles.index}>
        <SectionIndex hasForms={!useIsDeletionPending()} />
      </div>
      <div className={styles.sections}>
        <Section id="main-data" title={t('settings.main_data')}>
          <WithUser>
            {user => (
              <>
                <AccountFacts user={user} />
                <BlockedByAnonymization>
                  <EmailPart user={user} />
                  <NamePart user={user} />
                  <p className={styles.part}>
                    <RichText id="account.sign_in" links={{ link: '#linked-accounts' }} />
                  </p>
                </BlockedByAnonymization>
              </>
            )}
          </WithUser>
        </Section>
        <Section id="other-settings" title={t('settings.other_settings')}>
          <ChangeLocaleForm />
          <div className={styles.part}>
            <ActivityLog />
          </div>
          <BlockedByAnonymization>
            <div className={styles.copies}>
              <WithUser>{user => <NoticeCopiesSwitch on={user.notice_copies} />}</WithUser>
            </div>
          </BlockedByAnonymization>
        </Section>
        <BlockedByAnonymization>
          <Section id="mobile-number" title={t('settings.mobile_number')}>
            <WithUser>{user => <PhonePart user={user} />}</WithUser>
          </Section>
        </BlockedByAnonymization>
        <Section id="linked-accounts" title={t('settings.linked_accounts')}>
          <BlockedByAnonymization>
            <WithUser>
              {user => (
                <>
                  <PasskeysPart isConfirmed={user.confirmed} />
                  <PasswordPart user={user} onDone={onPasswordChanged} />
                  <LinkedAccounts user={user} />
                </>
              )}
            </WithUser>
          </BlockedByAnonymization>
          <SessionList />
        </Section>
        <BlockedByAnonymization>
          <Section id="delivery-address" title={t('settings.delivery_address')} hint={t('addresses.hint')}>
            <AddressList />
          </Section>
        </BlockedByAnonymization>
        <Section id="my-data" title={t('settings.my_data')}>
          <DataArchivePart />
        </Section>
        <Section id="account-deletion" title={t('settings.account_deletion')}>
          <WithUser>{user => <AnonymizationPart user={user} />}</WithUser>
        </Section>
      </div>
    </div>
  )
}

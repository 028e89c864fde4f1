import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { actNames, acts, type HelpTopic } from '#contract/faq/acts.ts'
import { HelpRequest, writeToHelpDesk } from '#contract/help/write-to-help-desk.ts'
import { readUser } from '#contract/identity/identity.ts'
import { ActLinks } from '#web/blocks/act-links.tsx'
import { call } from '#web/lib/call/api.ts'
import { faultsOf } from '#web/lib/call/faults-of.ts'
import { readOptions } from '#web/lib/call/use-endpoint.ts'
import { contactAddress } from '#web/lib/contact-address.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useProfile } from '#web/lib/reader/profile.ts'
import { answerHours } from '#web/lib/runtime-config.ts'
import { currentLocale, useT } from '#web/lib/texts/i18n.ts'
import { Checkbox } from '#web/ui/choice.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Heading } from '#web/ui/heading.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { HelpHeading } from './help-heading.tsx'
import { PhoneLine } from './phone-line.tsx'
import { useDetails } from './use-details.ts'
import styles from './write-to-help-desk.module.css'

/** The contact form of one topic (R13.15): what one can do oneself first, then the message and what is sent with it. */
export function WriteToHelpDesk({ topic }: { topic: HelpTopic }) {
  const t = useT()
  const { email } = useProfile()
  const [sent, setSent] = useState<{ number: string; email: string }>()
  const name = t(`help.topic.${topic}`)
  if (sent) {
    return (
      <>
        <HelpHeading arrives>{t('help.sent_title', { number: sent.number })}</HelpHeading>
        <div className={styles.body}>
          <p>{t('help.sent_text', { hours: answerHours(), email: sent.email })}</p>
          <TextLink standalone href={contactAddress()}>
            {t('help.another')}
          </TextLink>
        </div>
      </>
    )
  }
  return (
    <>
      <HelpHeading title={`${t('help.write')}: ${name}`}>{name}</HelpHeading>
      <div className={styles.body}>
        <OwnActs topic={topic} />
        <MessageForm topic={topic} email={email} onSent={setSent} />
        <PhoneLine />
        <TextLink standalone href={contactAddress()}>
          {t('help.other_topic')}
        </TextLink>
      </div>
    </>
  )
}

function OwnActs({ topic }: { topic: HelpTopic }) {
  const t = useT()
  const names = actNames.filter(name => acts[name].topic === topic)
  return (
    <div>
      <Heading level={2} look="part">
        {t('help.own_acts')}
      </Heading>
      <ActLinks names={names} />
    </div>
  )
}

type MessageFormProps = {
  topic: HelpTopic
  /** Of the signed-in reader. */
  email: string
  onSent: (sent: { number: string; email: string }) => void
}

function MessageForm({ topic, email, onSent }: MessageFormProps) {
  const t = useT()
  const details = useDetails()
  const [isWithDetails, setWithDetails] = useState(true)
  const lang = currentLocale()
  const form = useForm({
    initial: { name: '', email, message: '' },
    check: values => faultsOf(HelpRequest, { ...values, topic, lang, details: '' }),
    send: async values => {
      const body = { ...values, topic, lang, details: (isWithDetails && details) || '' }
      const { number } = await call(writeToHelpDesk, { body })
      onSent({ number, email: values.email.trim() })
    },
  })
  const { values, setValue } = form
  const { id } = useProfile()
  const { data: user } = useQuery({
    ...readOptions(readUser, { params: { userId: String(id) } }),
    enabled: id !== undefined,
  })
  const name = user?.name ?? ''
  useEffect(() => {
    // The reader may become known after the form, whose fields may be emptied.
    if (values.email === '' && email !== '') setValue('email', email)
    if (values.name === '' && name !== '') setValue('name', name)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [email, name])
  return (
    <Form {...form} submitLabel={t('help.send')}>
      <Heading level={2} look="part">
        {t('help.write')}
      </Heading>
      <TextArea label={t('help.message')} rows={6} required {...form.field('message')} />
      <Field label={t('help.name')} autoComplete="name" {...form.field('name')} />
      <Field
        label={t('help.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...form.field('email')}
      />
      <Checkbox
        label={t('help.with_details')}
        checked={isWithDetails}
        onChange={event => setWithDetails(event.target.checked)}
      />
      {isWithDetails && (
        <Disclosure summary={t('help.show_details')}>
          <pre className={styles.details}>{details}</pre>
        </Disclosure>
      )}
    </Form>
  )
}

import { type ChangeEvent, useState } from 'react'
import { pastedEmails } from '#contract/companies/pasted-emails.ts'
import { errorText } from '#web/lib/call/error-text.ts'
import { formatNumber } from '#web/lib/texts/format.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Checkbox } from '#web/ui/choice.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import styles from './add-many.module.css'
import { AddedLines } from './added-lines.tsx'
import { PlannedList } from './planned-list.tsx'
import { mostInList, useAdding } from './use-adding.ts'

/** Accesses by a list, pasted or from a file: what it would do is shown first, then each address has its result. */
export function AddMany({ subscriptionId }: { subscriptionId: number }) {
  const t = useT()
  const [text, setText] = useState('')
  const [sendLinks, setSendLinks] = useState(true)
  const [file, setFile] = useState<{ told?: string; error?: string }>({})
  const [removeOthers, setRemoveOthers] = useState(false)
  const { planning, result, plan, ...adding } = useAdding(subscriptionId, {
    emails: pastedEmails(text),
    sendLinks,
    removeOthers,
    onDone: () => {
      setText('')
      setFile({})
      // Not of the next list, which may be of new people alone.
      setRemoveOthers(false)
    },
  })

  const onFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0]
    if (!chosen) return
    try {
      const { csvEmails } = await import('#contract/companies/csv-emails.ts')
      const read = csvEmails(new Uint8Array(await chosen.arrayBuffer()))
      if ('fault' in read) {
        setFile({ error: errorText(read.fault) })
        return
      }
      setText(read.emails.join('\n'))
      const count = read.emails.filter(email => email !== '').length
      setFile({ told: t('companies.many_file_read', { count, name: chosen.name }) })
    } catch {
      // What reads it did not come; browsers cache a failed import until the page is reloaded.
      setFile({ error: t('companies.many_file_failed') })
    } finally {
      // Reset, so that the same file can be chosen again.
      target.value = ''
    }
  }

  // In parts, each would deactivate who is in the others.
  const isWholeTooLong = removeOthers && planning.failure?.keys['emails'] === 'company_too_many_lines'
  if (plan) return <PlannedList {...adding} {...plan} />
  return (
    <div className={styles.many}>
      {result && <AddedLines result={result} />}
      <Form {...planning} submitLabel={t('companies.plan_submit')} variant="secondary">
        <TextArea
          name="emails"
          label={t('companies.many_text')}
          hint={t('companies.many_hint', { max: formatNumber(mostInList) })}
          error={
            isWholeTooLong
              ? t('companies.plan_too_many', { max: mostInList })
              : planning.failure?.fields['emails']
          }
          rows={6}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <div className={styles.file}>
          <Field
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            label={t('companies.many_file')}
            hint={t('companies.many_file_hint')}
            error={file.error}
            onChange={event => void onFile(event)}
          />
          <p role="status" className={styles.told}>
            {file.told}
          </p>
        </div>
        <Checkbox
          label={t('companies.many_send')}
          checked={sendLinks}
          onChange={event => setSendLinks(event.target.checked)}
        />
        <Checkbox
          label={t('companies.plan_remove_others')}
          hint={t('companies.plan_remove_others_hint')}
          checked={removeOthers}
          onChange={event => setRemoveOthers(event.target.checked)}
        />
      </Form>
    </div>
  )
}

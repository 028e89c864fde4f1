import { type ChangeEvent, useState } from 'react'
import { mostLines } from '#contract/companies/companies.ts'
import { pastedEmails } from '#contract/companies/pasted-emails.ts'
import { errorText } from '#web/lib/call/error-text.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Checkbox } from '#web/ui/choice.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import styles from './add-many.module.css'
import { AddedLines } from './added-lines.tsx'
import { textOfLines } from './prepare-lines.ts'
import { useAdding } from './use-adding.ts'

/** Gives accesses to many addresses, pasted or from a file, with a result for each of them. */
export function AddMany({ subscriptionId }: { subscriptionId: number }) {
  const t = useT()
  const [text, setText] = useState('')
  const [sendLinks, setSendLinks] = useState(true)
  const [file, setFile] = useState<{ told?: string; error?: string }>({})
  const adding = useAdding(subscriptionId, {
    emails: pastedEmails(text),
    sendLinks,
    onLeft: lines => setText(textOfLines(lines)),
  })
  const { progress, result } = adding

  const onFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0]
    if (!chosen) return
    const { csvEmails } = await import('#contract/companies/csv-emails.ts')
    const read = csvEmails(new Uint8Array(await chosen.arrayBuffer()))
    // Reset, so that the same file can be chosen again after a fix.
    target.value = ''
    if ('fault' in read) {
      setFile({ error: errorText(read.fault) })
      return
    }
    setText(read.emails.join('\n'))
    const count = read.emails.filter(email => email !== '').length
    setFile({ told: t('companies.many_file_read', { count, name: chosen.name }) })
  }

  return (
    <div className={styles.many}>
      {result && <AddedLines result={result} />}
      <Form {...adding} submitLabel={t('companies.many_submit', { count: adding.count })} variant="secondary">
        <TextArea
          name="emails"
          label={t('companies.many_text')}
          hint={t('companies.many_hint', { max: mostLines })}
          error={adding.failure?.fields['emails']}
          rows={6}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <div>
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
        {progress && (
          <div className={styles.progress}>
            <label>
              {t('companies.many_progress', progress)}
              <progress value={progress.done} max={progress.count} />
            </label>
            <p className={styles.told}>{t('companies.many_leave')}</p>
          </div>
        )}
      </Form>
    </div>
  )
}

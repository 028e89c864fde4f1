import type { Ref } from 'react'
import { useT } from '#web/lib/texts/i18n.ts'
import { Field } from '#web/ui/field.tsx'
import styles from './faq-list.module.css'

type FaqSearchProps = {
  query: string
  onChange: (query: string) => void
  fieldRef: Ref<HTMLInputElement>
}

/** The field that narrows the questions while it is typed into. */
export function FaqSearch({ query, onChange, fieldRef }: FaqSearchProps) {
  const t = useT()
  return (
    <form role="search" className={styles.search} onSubmit={event => event.preventDefault()}>
      <Field
        label={t('faq.search')}
        ref={fieldRef}
        type="search"
        name="q"
        value={query}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        onChange={event => onChange(event.target.value)}
      />
    </form>
  )
}

import type { Ref } from 'react'
import type { FollowKind } from '#contract/follows/follows.ts'
import { useT } from '#web/lib/texts/i18n.ts'
import { Field } from '#web/ui/field.tsx'
import styles from '../follows.module.css'

type SearchFieldProps = {
  kind: FollowKind
  query: string
  onChange: (query: string) => void
  fieldRef: Ref<HTMLInputElement>
}

/** The field that searches while it is typed into; case and diacritics don't matter. */
export function SearchField({ kind, query, onChange, fieldRef }: SearchFieldProps) {
  const t = useT()
  return (
    <form role="search" className={styles.search} onSubmit={event => event.preventDefault()}>
      <Field
        label={t(`follows.${kind}_search`)}
        ref={fieldRef}
        type="search"
        value={query}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        onChange={event => onChange(event.target.value)}
      />
    </form>
  )
}

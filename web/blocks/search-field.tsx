import type { Ref } from 'react'
import { Field } from '#web/ui/field.tsx'

type SearchFieldProps = {
  label: string
  query: string
  onChange: (query: string) => void
  fieldRef: Ref<HTMLInputElement>
}

/** The field that searches while it is typed into; case and diacritics don't matter. */
export function SearchField({ label, query, onChange, fieldRef }: SearchFieldProps) {
  return (
    <form role="search" onSubmit={event => event.preventDefault()}>
      <Field
        label={label}
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

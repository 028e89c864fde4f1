import type { Ref } from 'react'
import { Field } from '#web/ui/field.tsx'

type SearchFieldProps = {
  label: string
  query: string
  onChange: (query: string) => void
  fieldRef: Ref<HTMLInputElement>
}

/** Search-as-you-type field; case and diacritics are ignored. */
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

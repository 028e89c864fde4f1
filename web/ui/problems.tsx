import { Notice } from './notice.tsx'

/** What went wrong, a paragraph each, under a title where there is one; nothing when nothing did. */
export function Problems({ texts, title }: { texts: readonly string[]; title?: string }) {
  if (texts.length === 0) return null
  return (
    <Notice tone="error" {...(title !== undefined && { title })}>
      {texts.map(text => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  )
}

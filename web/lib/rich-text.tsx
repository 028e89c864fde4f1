import type { ReactNode } from 'react'
import { type MessageValues, useT } from './i18n.ts'
import type { MessageKey } from './message-key.ts'

type Tags = Record<string, (content: ReactNode) => ReactNode>

const defaultTags: Tags = { b: content => <b>{content}</b> }
const pair = /<(\w+)>([\s\S]*?)<\/\1>/
/** Stands for `<` inside values, so that what a reader typed can never become a tag. */
const sealedBracket = '\uE000'

/**
 * A message with marked words: `<b>` is bold, every other tag is drawn by `tags`.
 *
 * @param props.id the message
 * @param props.values what the message mentions
 * @param props.tags how to draw each tag, e.g. `{ link: content => <TextLink href="/faq">{content}</TextLink> }`
 */
export function RichText(props: { id: MessageKey; values?: MessageValues; tags?: Tags }): ReactNode {
  const t = useT()
  return draw(t(props.id, props.values && seal(props.values)), { ...defaultTags, ...props.tags })
}

function draw(text: string, tags: Tags): ReactNode {
  const match = pair.exec(text)
  if (!match) return unseal(text)
  const [whole, name = '', content = ''] = match
  const tag = Object.hasOwn(tags, name) ? tags[name] : undefined
  return (
    <>
      {unseal(text.slice(0, match.index))}
      {tag ? tag(draw(content, tags)) : draw(content, tags)}
      {draw(text.slice(match.index + whole.length), tags)}
    </>
  )
}

function seal(values: MessageValues): MessageValues {
  const sealed: MessageValues = {}
  for (const [name, value] of Object.entries(values)) {
    sealed[name] = typeof value === 'string' ? value.replaceAll('<', sealedBracket) : value
  }
  return sealed
}

const unseal = (text: string): string => text.replaceAll(sealedBracket, '<')

import type { ReactNode } from 'react'
import type { MessageKey } from '#locales/message-values.ts'
import type { Value, Values, ValuesOf } from '#locales/values-of.ts'
import { type Message, sayWith, useT } from './i18n.ts'

type Tags = Record<string, (content: ReactNode) => ReactNode>
type Links = Record<string, string>

const defaultTags: Tags = {
  b: content => <b>{content}</b>,
  hidden: content => <span className="visually-hidden">{content}</span>,
}
const pair = /<(\w+)>([\s\S]*?)<\/\1>/
/** Escapes `<` inside values, so that user input can never become a tag. */
const sealedBracket = '\uE000'

/**
 * A message with tags: `<b>` is bold, `<hidden>` for screen readers only, every other tag a link.
 *
 * @param props.id the message
 * @param props.values of its placeholders
 * @param props.links address of each link by its tag, e.g. `{ link: '/faq' }`
 */
export function RichText<Key extends MessageKey>(
  props: { id: Key; links?: Links } & (unknown extends ValuesOf<Key>
    ? { values?: Values }
    : { values: ValuesOf<Key> & Values }),
): ReactNode {
  return <MessageText message={props} links={props.links} />
}

/** The same for a message with its values. */
export function MessageText({
  message: { id, values },
  links = {},
}: {
  message: Message
  links?: Links | undefined
}) {
  // Re-renders when the language changes.
  useT()
  const anchors = Object.entries(links).map(([name, href]): [string, Tags[string]] => [
    name,
    content => <a href={href}>{content}</a>,
  ])
  return draw(sayWith(id, values && seal(values)), {
    ...defaultTags,
    ...Object.fromEntries(anchors),
  })
}

/** The same for a text with tags that the server says. */
export const TaggedText = ({ text, tags }: { text: string; tags: Tags }): ReactNode =>
  draw(text, { ...defaultTags, ...tags })

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

function seal(values: Values): Values {
  const sealed: Record<string, Value> = {}
  for (const [name, value] of Object.entries(values)) {
    sealed[name] = typeof value === 'string' ? value.replaceAll('<', sealedBracket) : value
  }
  return sealed
}

const unseal = (text: string): string => text.replaceAll(sealedBracket, '<')

/** Inline content: plain text, or a link within the product or to a mailbox. */
export type Inline = string | { text: string; href: string }

export type Block = { kind: 'paragraph'; content: Inline[] } | { kind: 'list'; items: Inline[][] }

/**
 * Parses the markup of answers: paragraphs separated by an empty line, lines that begin with "- " are a list,
 * `[words](/path)` and `[words](mailto:somebody@example.com)` are links. All else is plain text, so no answer
 * can inject HTML.
 */
export function parseAnswer(answer: string): Block[] {
  const blocks: Block[] = []
  for (const part of answer.split(/\n[^\S\n]*\n/)) {
    let text: string[] = []
    let items: Inline[][] = []
    const close = () => {
      if (text.length > 0) blocks.push({ kind: 'paragraph', content: parseLine(text.join(' ')) })
      if (items.length > 0) blocks.push({ kind: 'list', items })
      text = []
      items = []
    }
    for (const line of part.split('\n').map(each => each.trim())) {
      if (line === '') continue
      const isItem = line.startsWith('- ')
      if (isItem ? text.length > 0 : items.length > 0) close()
      if (isItem) items.push(parseLine(line.slice(2)))
      else text.push(line)
    }
    close()
  }
  return blocks
}

/** The words of an answer without their links, for searching. */
export const plainAnswer = (answer: string): string => answer.replaceAll(link, '$1')

const link = /\[([^\]]+)\]\(([^()\s]+)\)/g

function parseLine(line: string): Inline[] {
  const content: Inline[] = []
  let end = 0
  for (const match of line.matchAll(link)) {
    const [whole, text = '', href = ''] = match
    if (match.index > end) content.push(line.slice(end, match.index))
    content.push(isOwnPath(href) || isMailbox(href) ? { text, href } : text)
    end = match.index + whole.length
  }
  if (end < line.length) content.push(line.slice(end))
  return content
}

/** A path on this host: browsers read `//host` and `/\host` as another one. */
const isOwnPath = (href: string): boolean => /^\/(?![/\\])/.test(href)

/** One address only: no subject or copies in the link. */
const isMailbox = (href: string): boolean => /^mailto:[\w.+-]+@[\w.-]+$/.test(href)

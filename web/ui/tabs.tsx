import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './tabs.module.css'

type TabsProps<Id extends string> = {
  /** Accessible name of the group. */
  label: string
  /** The first of a kind has the kind's name as its `group`: on a phone it stands above a line of its own. */
  tabs: readonly { id: Id; label: string; group?: string | undefined }[]
  /** The open tab (controlled), so that it can be in the address. */
  selected: Id
  onSelect: (id: Id) => void
  /** Smaller letters where there is room for a row, when there are many tabs. */
  dense?: boolean
  /** Wraps on a phone instead of scrolling: for few, nested tabs. */
  wrapped?: boolean
  /** Content of the open tab. */
  children: ReactNode
}

/**
 * Tabs by the ARIA authoring practices, opened by Enter, Space or a press; arrows, Home and End move among
 * them. Manual activation: arrows alone don't open them, since each opening is a history entry.
 */
export function Tabs<Id extends string>({
  label,
  tabs,
  selected,
  onSelect,
  dense,
  wrapped,
  children,
}: TabsProps<Id>) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`[data-tab="${selected}"]`)
    if (tab) moveStripTo(tab)
  }, [selected])

  const moveFocus = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const index = buttons.findIndex(button => button === document.activeElement)
    const target = nextIndex(event.key, index, buttons.length)
    if (target === undefined) return
    event.preventDefault()
    buttons[target]?.focus()
    // Browsers don't scroll to a partly visible tab.
    if (buttons[target]) moveStripTo(buttons[target])
  }

  return (
    <>
      <div className={styles.strip}>
        <div
          role="tablist"
          aria-label={label}
          className={[styles.list, dense && styles.dense, wrapped && styles.wrapped]
            .filter(Boolean)
            .join(' ')}
          ref={list}
          onKeyDown={moveFocus}
        >
          {tabs.flatMap(tab => [
            tab.group && (
              <span key={tab.group} role="presentation" className={styles.group}>
                {tab.group}
              </span>
            ),
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${base}-${tab.id}`}
              data-tab={tab.id}
              aria-selected={tab.id === selected}
              aria-controls={`${base}-panel`}
              tabIndex={tab.id === selected ? 0 : -1}
              className={styles.tab}
              onClick={() => onSelect(tab.id)}
            >
              {tab.label}
            </button>,
          ])}
        </div>
      </div>
      <div
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-${selected}`}
        tabIndex={0}
        className={styles.panel}
      >
        {children}
      </div>
    </>
  )
}

/** Scrolls only the strip: scrollIntoView would scroll the page too. */
function moveStripTo(tab: HTMLElement): void {
  const strip = tab.parentElement?.parentElement
  if (strip) strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2
}

function nextIndex(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count
    case 'ArrowLeft':
      return (index - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './tabs.module.css'

type TabsProps<Id extends string> = {
  /** Name of the group for those who listen. */
  label: string
  tabs: readonly { id: Id; label: string }[]
  /** The open tab; kept by the caller, so that it can live in the address. */
  selected: Id
  onSelect: (id: Id) => void
  /** Smaller letters where there is room for a row, when there are many tabs. */
  dense?: boolean
  /** Takes as many rows as it needs on a phone, too, instead of a strip to move: for few tabs, within others. */
  wrapped?: boolean
  /** Content of the open tab. */
  children: ReactNode
}

/**
 * Tabs by the ARIA authoring practices, opened by Enter, Space or a press; arrows, Home and End move among
 * them. They don't open by arrows alone, since each opening is a step in the browser's history.
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
    // The browser would leave a tab as it is of which a part is in sight.
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
          {tabs.map(tab => (
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
            </button>
          ))}
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

/** Only the strip is moved: scrollIntoView would move the page as well. */
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

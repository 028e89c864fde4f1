/** Parts of a page that begin with a heading, which is focused and announced. */
const parts = 'section, dialog[open], [role="tabpanel"], main'

/** Transient elements (toasts): focus in them returns to where it was before. */
const passing = '[data-passing]'

/**
 * Restores the focus when the focused element is removed, with a reloaded block, a finished form or a used
 * button: it goes to the heading of the nearest remaining part, unless the page has moved it itself. A click on
 * empty space leaves it alone.
 */
export function keepFocus(): void {
  /** The last focused element and its ancestors, innermost first. */
  let former: Element[] = []
  let beforePassing: Element[] = []
  const mend = () => {
    const [held] = former
    if (!held || document.activeElement !== document.body) return
    const way = former.some(each => each.matches(passing)) ? beforePassing : former
    former = []
    if (!isShown(held)) leadTo(way)
  }
  document.addEventListener('focusin', ({ target }) => {
    if (!former.some(each => each.matches(passing))) beforePassing = former
    former = []
    for (let each = target instanceof Element ? target : null; each; each = each.parentElement)
      former.push(each)
  })
  // Deferred: between two elements the focus is briefly nowhere.
  document.addEventListener('focusout', () => setTimeout(mend))
  new MutationObserver(mend).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['hidden', 'open'],
  })
}

function leadTo(way: readonly Element[]): void {
  const [last] = way
  if (last instanceof HTMLElement && isShown(last)) {
    last.focus()
    return
  }
  const part = way.find(isShown)?.closest(parts) ?? document.querySelector('main')
  const goal = [...(part?.querySelectorAll<HTMLElement>('h1, h2, h3') ?? [])].find(isShown) ?? part
  if (!(goal instanceof HTMLElement)) return
  if (goal.tabIndex < 0) goal.tabIndex = -1
  goal.focus({ preventScroll: true })
}

const isShown = (element: Element): boolean =>
  element.isConnected && element.checkVisibility({ visibilityProperty: true })

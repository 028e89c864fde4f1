/** Parts of a page that begin with their name: whoever is led to that hears where they are. */
const parts = 'section, dialog[open], [role="tabpanel"], main'

/** What goes by itself and stands beside everything: who was there goes back to where they were before. */
const passing = '[data-passing]'

/**
 * Keeps the focus in the page when what has it goes: with a block that is loaded anew, a form that gives way to its
 * outcome, a button that has done its work. It goes to the heading of the nearest part that is still there, unless the
 * page itself has led it to a better place. Who presses beside everything has left the focus, and is led nowhere.
 */
export function keepFocus(): void {
  /** What had the focus last, and all that is around it, from the inside out. */
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
  // While the focus passes from one to another it is nowhere for a moment.
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

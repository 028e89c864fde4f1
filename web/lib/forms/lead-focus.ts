/**
 * Moves the focus to what a slow answer has brought, or to what stays where the pressed control is gone. Who is in a field
 * elsewhere by now goes on there: what is typed would be lost.
 *
 * @param form that was sent, or the part that holds it: its own fields are not elsewhere
 */
export function leadFocus(goal: HTMLElement | null | undefined, form?: HTMLElement | null): void {
  const held = document.activeElement
  if (form?.contains(held) || !held?.matches(':read-write')) goal?.focus()
}

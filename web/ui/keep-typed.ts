/**
 * Tells React what was typed or ticked in a rendered document before its scripts came: React keeps it in the field, but
 * hears of changes only.
 */
export function keepTyped(input: HTMLInputElement): void {
  if (input.checked !== input.defaultChecked) {
    // React notices a tick by the click.
    input.checked = input.defaultChecked
    input.click()
  }
  const { value } = input
  if (value === input.defaultValue || input.type === 'checkbox' || input.type === 'radio') return
  input.value = input.defaultValue
  // Past React's own setter, which would take it for known.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

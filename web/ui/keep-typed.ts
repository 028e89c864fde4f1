/**
 * Tells React what was typed in a rendered document before its scripts came: React leaves it in the field, but hears of
 * changes only.
 */
export function keepTyped(input: HTMLInputElement): void {
  const { value, defaultValue } = input
  if (value === defaultValue || ['checkbox', 'radio'].includes(input.type)) return
  input.value = defaultValue
  // Past React's own setter, which would take it for known.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

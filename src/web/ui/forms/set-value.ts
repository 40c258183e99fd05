/** Sets the value as if it were typed, so that the draft is saved. */
export function setValue(input: HTMLInputElement | HTMLTextAreaElement, value: string) {
  if (input.value === value) return
  input.value = value
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Puts the text of an element on the clipboard; false when the browser does not let us. */
export async function copyTextOf(element: HTMLElement): Promise<boolean> {
  const text = element.textContent
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(element)
  }
}

/** On a page without TLS, as in many a local network, there is no clipboard API. What is selected can be copied all the same. */
function copySelection(element: HTMLElement): boolean {
  const selection = window.getSelection()
  if (!selection) return false
  selection.selectAllChildren(element)
  // oxlint-disable-next-line typescript/no-deprecated -- the only way on pages without TLS; no standard replaces it there
  return document.execCommand('copy')
}

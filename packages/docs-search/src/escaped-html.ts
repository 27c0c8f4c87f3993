const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text that stands in HTML as what it is, between tags and in attributes. */
export const escapedHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (found) => entities[found] ?? found)

/** What a part of an address means; itself where it is encoded wrongly. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

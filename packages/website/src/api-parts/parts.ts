/** HTML by part of one API page. */
export type ApiParts = Readonly<Record<string, string>>

export type ApiEdition = 'community' | 'cloud'

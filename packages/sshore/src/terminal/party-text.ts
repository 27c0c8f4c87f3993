/** Who or what an event or an entry of the audit log is about: by name, else by the beginning of the identifier. */
export const partyText = ({ kind, name, id }: { readonly kind: string; readonly name: string; readonly id: string }) =>
  [kind, name || id.slice(0, 12)].filter(Boolean).join(' ')

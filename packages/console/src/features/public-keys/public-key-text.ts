// A public key on its way to the server and back: one line of OpenSSH there, base64 of it on the wire.

/** UTF-8, as comments in keys may be anything. */
export const encodedKey = (line: string): string => btoa(String.fromCodePoint(...new TextEncoder().encode(line.trim())))

/** Whether it is, or holds, a private key, which must not leave the browser. PuTTY's files hold both halves. */
export const isPrivateKey = (text: string): boolean => /PRIVATE KEY|PuTTY-User-Key-File/.test(text)

function decoded(data: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(data), (character) => character.codePointAt(0) ?? 0))
  } catch {
    return ''
  }
}

const kinds: Readonly<Record<string, string>> = {
  'ssh-ed25519': 'Ed25519',
  'ssh-rsa': 'RSA',
  'ecdsa-sha2-nistp256': 'ECDSA P-256',
  'ecdsa-sha2-nistp384': 'ECDSA P-384',
  'ecdsa-sha2-nistp521': 'ECDSA P-521',
  'sk-ssh-ed25519@openssh.com': 'Ed25519, security key',
  'sk-ecdsa-sha2-nistp256@openssh.com': 'ECDSA, security key',
}

/** What kind of key it is, for people. */
export function kindOfKey(data: string): string {
  const [kind = ''] = decoded(data).split(' ')
  return kinds[kind] ?? kind
}

/** The comment at the end of a line, which is mostly `user@machine`; empty for none. */
export const commentOf = (line: string): string => line.trim().split(/\s+/).slice(2).join(' ')

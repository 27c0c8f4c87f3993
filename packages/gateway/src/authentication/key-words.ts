// The words for keys and certificates that will not do: what is wrong, then what to do about it.
import { oneLine } from '../plain-text.ts'
import type { CertificateDefect } from './certificate-rules.ts'
import type { Lines } from './failure-words.ts'
import type { KeyProblem } from './user-key.ts'

export const keyProblems: Record<KeyProblem, Lines> = {
  dsa: {
    summary: 'DSA keys are not accepted',
    what: 'this key is of type ssh-dss, which is too weak to be accepted.',
    next: ['Make a new one: ssh-keygen -t ed25519', 'Then register its .pub file in the console under Public keys.'],
  },
  rsa_sha1: {
    summary: 'RSA signatures with SHA-1 are not accepted',
    what: 'your SSH client signs with RSA and SHA-1, which is too weak to be accepted.',
    next: ['Update the client (OpenSSH 7.2 or newer), or use an Ed25519 key: ssh-keygen -t ed25519'],
  },
  rsa_too_short: {
    summary: 'the RSA key is too short',
    what: 'this RSA key is shorter than 2048 bits, which is too weak to be accepted.',
    next: ['Make a new one: ssh-keygen -t ed25519', 'Then register its .pub file in the console under Public keys.'],
  },
  bad_certificate: {
    summary: 'the certificate is not signed by the authority that it names',
    what: 'the certificate that was offered does not carry a good signature of its authority.',
    next: ['Look at it with ssh-keygen -L -f <key>-cert.pub, or have a new one issued: sshore certificate issue'],
  },
  unsupported: {
    summary: 'the key type is not supported',
    what: 'this type of key is not supported.',
    next: ['Ed25519, ECDSA, RSA (2048 bits or more) and security keys work: ssh-keygen -t ed25519'],
  },
  malformed: {
    summary: 'the key is malformed',
    what: 'the key that was offered cannot be read.',
    next: ['Check the key file: ssh-keygen -l -f <key>'],
  },
}

const look = 'ssh-keygen -L -f <key>-cert.pub shows what it says.'

/** Of a certificate whose authority the namespace trusts. */
export const certificateDefects: Record<CertificateDefect, (login: string) => Lines> = {
  not_for_users: () => ({
    summary: 'the certificate is for hosts',
    what: 'the certificate that was offered is for hosts, not for users.',
    next: ['Have one issued for a user: without -h for ssh-keygen -s, or by sshore certificate issue.'],
  }),
  not_yet_valid: () => ({
    summary: 'the certificate is not valid yet',
    what: 'the certificate that was offered is not valid yet.',
    next: [look, 'Check the clock of the machine that issued it.'],
  }),
  expired: () => ({
    summary: 'the certificate has expired',
    what: 'the certificate that was offered has expired.',
    next: ['Have a new one issued: sshore certificate issue', look],
  }),
  no_principals: () => ({
    summary: 'the certificate names no login',
    what: 'the certificate that was offered names no login names (principals), so it opens none.',
    next: ['Have one issued with the login names it is meant for: ssh-keygen -s … -n <login>'],
  }),
  other_principal: (login) => ({
    summary: 'the certificate is for other login names',
    what: `the certificate that was offered is not for the login name ${oneLine(login, 64)}.`,
    next: [look, 'Log in by a name that it lists, or have one issued for this name.'],
  }),
  other_address: () => ({
    summary: 'the certificate is for other addresses',
    what: 'the certificate that was offered may not be used from your address.',
    next: [look, 'Connect from an address that it lists, or have another one issued.'],
  }),
  unknown_option: () => ({
    summary: 'the certificate demands something that is not known here',
    what: 'the certificate that was offered has a critical option that is unknown here or cannot be read.',
    next: [look, 'force-command, source-address and verify-required are known.'],
  }),
  revoked: () => ({
    summary: 'the certificate was revoked',
    what: 'the certificate that was offered has been revoked.',
    next: ['Ask an administrator of the namespace for a new one.'],
  }),
}

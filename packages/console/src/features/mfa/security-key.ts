// What the browser asks a security key, in the form in which it goes over the wire (WebAuthn Level 3, section 5.1).
import type { KeyAnswer, KeyRegistration } from '@sshore/contract'

type Options = Readonly<Record<string, unknown>>

/** Without HTTPS, and in older browsers, there are none. */
export const hasSecurityKeys = (): boolean =>
  window.isSecureContext &&
  typeof PublicKeyCredential === 'function' &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'

const text = (bytes: ArrayBuffer): string =>
  btoa(String.fromCodePoint(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

function keyOf(credential: Credential | null): PublicKeyCredential {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('The browser gave no answer of a security key.')
  return credential
}

const isCreation = (options: object): options is PublicKeyCredentialCreationOptionsJSON => 'challenge' in options
const isRequest = (options: object): options is PublicKeyCredentialRequestOptionsJSON => 'challenge' in options
const unusable = 'The server asked for something that is no security key.'

/** Fails when the person says no, or waits too long. */
export async function registeredKey(options: Options): Promise<KeyRegistration> {
  if (!isCreation(options)) throw new Error(unusable)
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const { id, rawId, response } = keyOf(await navigator.credentials.create({ publicKey }))
  if (!(response instanceof AuthenticatorAttestationResponse)) throw new Error(unusable)
  return {
    id,
    rawId: text(rawId),
    type: 'public-key',
    response: {
      clientDataJSON: text(response.clientDataJSON),
      attestationObject: text(response.attestationObject),
      transports: response.getTransports(),
    },
  }
}

/** Fails as `registeredKey`. */
export async function answerOfKey(options: Options): Promise<KeyAnswer> {
  if (!isRequest(options)) throw new Error(unusable)
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const { id, rawId, response } = keyOf(await navigator.credentials.get({ publicKey }))
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new Error(unusable)
  return {
    id,
    rawId: text(rawId),
    type: 'public-key',
    response: {
      clientDataJSON: text(response.clientDataJSON),
      authenticatorData: text(response.authenticatorData),
      signature: text(response.signature),
      ...(response.userHandle ? { userHandle: text(response.userHandle) } : {}),
    },
  }
}

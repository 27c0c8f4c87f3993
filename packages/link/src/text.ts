// Text and JSON on the wire. The link has no types of any runtime; UTF-8 coders exist in all of them.
interface Encoder {
  encode(text: string): Uint8Array
}
interface Decoder {
  decode(bytes: Uint8Array): string
}
declare const TextEncoder: new () => Encoder
declare const TextDecoder: new (label: string, options: { fatal: boolean }) => Decoder

const encoder = new TextEncoder()
const strictDecoder = new TextDecoder('utf-8', { fatal: true })

export const encodeText = (text: string): Uint8Array => encoder.encode(text)

/** Undefined when the bytes are not UTF-8. */
export const decodeText = (bytes: Uint8Array): string | undefined => {
  try {
    return strictDecoder.decode(bytes)
  } catch {
    return undefined
  }
}

/** Undefined when the text is not JSON; no JSON text stands for undefined. */
export const parseJson = (text: string | undefined): unknown => {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

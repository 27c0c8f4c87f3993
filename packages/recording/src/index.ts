export { asciicastHeader, AsciicastLines } from './asciicast.ts'
export { chainOfHeader, type Digest, nextInChain, signedOf } from './chain.ts'
export {
  type Block,
  ContainerFault,
  type ContainerItem,
  ContainerReader,
  encodeBlock,
  encodeHeader,
  type RecordingEnd,
  type RecordingHeader,
} from './container.ts'
export { decodeEvents, encodeEvents, EventsWriter, type RecordedEvent } from './events.ts'
export { type ShownText, ShownTexts } from './shown-texts.ts'
export { type Proofs, type Verdict, Verifier } from './verify.ts'

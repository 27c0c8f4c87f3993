// Lets the holder of a ticket in by the same door as the SSH port: the gatekeeper decides.
import type { SessionUid, TerminalTicket, WebTerminalError } from '@sshore/contract'
import { linesOf } from '../authentication/failure-words.ts'
import type { LoginFailure } from '../authentication/failures.ts'
import type { Admission, Gatekeeper } from '../authentication/gatekeeper.ts'
import type { Verdict } from '../ssh/authentication-service.ts'
import { challengeFor } from './challenge.ts'
import type { Conversation } from './conversation.ts'
import { errorOf } from './messages.ts'
import { sentence } from './sentence.ts'

/** To find a key and its passphrase. */
const signatureSeconds = 60
/** To find a second factor. */
const answersSeconds = 120

/** In the words of the SSH port; the page knows which device it is about, and needs no uid. */
function notLetIn(failure: LoginFailure | undefined, { device_uid }: TerminalTicket): WebTerminalError {
  const { what, next } = linesOf(failure ?? { code: 'server_fault' })
  const [text = '', ...lines] = [what, ...next].map((line) => line.replaceAll(device_uid, 'the device'))
  return { ...errorOf('not_let_in', sentence(text), lines), reason: failure?.code ?? 'server_fault' }
}

const wrongSignature = errorOf('wrong_signature', 'The signature is not of the key that was named.', [
  'Choose the private key that belongs to it. RSA keys sign with SHA-512 (RSASSA-PKCS1-v1_5), never with SHA-1.',
])

/** Older pages have no word for a question. */
const cannotAsk = errorOf('not_let_in', 'This namespace asks for a second factor, which this page cannot.', [
  'Sign in with your second factor first, or use the console of this server or an SSH client.',
])

const keyInHardware = errorOf('not_let_in', 'This key is on a security key, which a browser cannot use for SSH.', [
  'Use another key or the password here, or an SSH client for this key.',
])

/** Undefined: the browser left, and knows why. */
async function firstProof(
  gatekeeper: Gatekeeper,
  { proof }: TerminalTicket,
  user: string,
  uid: SessionUid,
  conversation: Conversation,
): Promise<Verdict | WebTerminalError | undefined> {
  if (proof.kind === 'password') return gatekeeper.password(user, proof.password)
  const challenge = challengeFor(proof.key, user, uid)
  if (!challenge) return keyInHardware
  const { algorithm, data, offered } = challenge
  conversation.viewer.tell({ type: 'challenge', algorithm, data: data.toString('base64') })
  const answer = await conversation.next(['signature'], signatureSeconds)
  if (!answer) return undefined
  const verdict = await gatekeeper.prove(user, offered, challenge.proof(Buffer.from(answer.signature, 'base64')))
  // The SSH port says nothing of wrong signatures but asks again.
  const wrong = verdict.outcome === 'refused' && !verdict.partial && gatekeeper.failure?.code === 'too_many_attempts'
  return wrong ? wrongSignature : verdict
}

/** Keyboard-interactive, until there is nothing more to ask. */
async function furtherSteps(
  gatekeeper: Gatekeeper,
  first: Verdict,
  user: string,
  conversation: Conversation,
): Promise<Verdict | WebTerminalError | undefined> {
  let verdict = first
  for (;;) {
    const again = verdict.outcome === 'refused' && gatekeeper.failure?.code === 'wrong_answer'
    if (verdict.outcome === 'refused' && (verdict.partial || again)) verdict = await gatekeeper.ask(user)
    if (verdict.outcome !== 'ask') return verdict
    if (conversation.viewer.dialect === 'older') return cannotAsk
    const { instruction, questions } = verdict.prompt
    const notice = again ? `${sentence(linesOf({ code: 'wrong_answer' }).what)}\n${instruction}` : instruction
    conversation.viewer.tell({ type: 'prompt', instruction: notice, questions: [...questions] })
    const reply = await conversation.next(['answers'], answersSeconds)
    if (!reply) return undefined
    if (reply.answers.length !== questions.length) {
      conversation.viewer.refuse('not as many answers as there were questions')
      return undefined
    }
    verdict = await gatekeeper.answer(user, reply.answers)
  }
}

/** Undefined: the browser left, and knows why. Fails only for faults of ours. */
export async function admit(
  gatekeeper: Gatekeeper,
  ticket: TerminalTicket,
  uid: SessionUid,
  conversation: Conversation,
): Promise<Admission | WebTerminalError | undefined> {
  const user = `${ticket.username}@${ticket.device_uid}`
  const first = await firstProof(gatekeeper, ticket, user, uid, conversation)
  if (!first || 'type' in first) return first
  const verdict = await furtherSteps(gatekeeper, first, user, conversation)
  if (verdict && 'type' in verdict) {
    // The device may have granted a login for the password by now.
    gatekeeper.close()
    return verdict
  }
  if (!verdict) return undefined
  return gatekeeper.admission ?? notLetIn(gatekeeper.failure, ticket)
}

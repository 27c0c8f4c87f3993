// Asks members for their second factor where the namespace wants that (docs/decisions/0045).
import type { Client } from '@sshore/client'
import type { LoginStep, StepContext, StepPrompt } from './login-steps.ts'

/** Longer ones are nobody's, and the contract's schema would refuse them. */
const answerCharsMost = 254

const code = 'One-time code'

function prompt({ device }: StepContext, username: string | undefined): StepPrompt {
  const notice = `${device.namespace} asks for a second factor as well; a client that cannot ask you (BatchMode, a script) gets no further.`
  if (username !== undefined) {
    const questions = [{ text: `${code} of ${username}: `, shown: false }]
    return { instruction: '', questions, notice }
  }
  // A password of the device or a registered key opens it, and neither says who uses it.
  const who = { text: 'Your user name at Sshore: ', shown: true }
  const instruction = `${device.namespace} asks for the second factor of one of its members.`
  return { instruction, questions: [who, { text: `${code}: `, shown: false }], notice }
}

export const secondFactor = (client: Client): LoginStep => ({
  async prompt(context) {
    const { device, member, twoFactors } = context
    if (!device.require_mfa || twoFactors) return undefined
    if (member === undefined) return prompt(context, undefined)
    const { body } = await client.findSecondFactor({ body: { tenant_id: device.tenant_id, user_id: member } })
    const { enabled, username } = body
    return enabled ? prompt(context, username) : { code: 'no_second_factor', username, namespace: device.namespace }
  },

  async check({ device, member, sessionUid, ipAddress }, answers) {
    const [identifier = '', typed = ''] = member === undefined ? answers : ['', ...answers]
    if (identifier.length > answerCharsMost || typed.length > answerCharsMost) return false
    const { body } = await client.checkSecondFactor({
      body: {
        tenant_id: device.tenant_id,
        device_uid: device.uid,
        session_uid: sessionUid,
        identifier,
        ...(member && { user_id: member }),
        code: typed,
        ip_address: ipAddress,
      },
    })
    if (body.outcome === 'locked') return { code: 'member_locked', waitSeconds: body.wait_seconds }
    return body.outcome === 'right'
  },
})

import { translate } from '@docusaurus/Translate'
import { Sequence } from './sequence.tsx'

/** From the first packet of an SSH client to the shell. */
export function LifeOfALogin() {
  const [client, gateway, server, agent] = [0, 1, 2, 3]
  return (
    <Sequence
      name={translate({
        id: 'shore.diagram.login',
        message:
          'The life of a login: the gateway asks the server before it asks you, and the device starts what you wanted.',
      })}
      actors={[
        translate({ id: 'shore.diagram.client', message: 'your SSH client' }),
        translate({ id: 'shore.diagram.gateway', message: 'gateway' }),
        translate({ id: 'shore.diagram.serverAlone', message: 'server' }),
        translate({ id: 'shore.diagram.agent', message: 'agent' }),
      ]}
      steps={[
        { from: client, to: gateway, says: 'root@acme.router' },
        {
          from: gateway,
          to: server,
          says: translate({ id: 'shore.diagram.login.rules', message: 'device? firewall?' }),
        },
        {
          from: gateway,
          to: client,
          says: translate({ id: 'shore.diagram.login.prove', message: 'prove who you are' }),
        },
        {
          from: client,
          to: gateway,
          says: translate({ id: 'shore.diagram.login.proof', message: 'key, certificate' }),
        },
        {
          from: gateway,
          to: server,
          says: translate({ id: 'shore.diagram.login.key', message: 'is this key let in?' }),
        },
        {
          from: gateway,
          to: agent,
          says: translate({ id: 'shore.diagram.login.stream', message: 'a login on the link, or a password to check' }),
        },
        {
          from: agent,
          to: agent,
          says: translate({ id: 'shore.diagram.login.shell', message: 'becomes the user' }),
        },
        {
          from: agent,
          to: client,
          says: translate({ id: 'shore.diagram.login.bytes', message: 'what the shell says, until it ends' }),
        },
      ]}
    />
  )
}

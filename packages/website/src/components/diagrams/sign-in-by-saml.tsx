import { translate } from '@docusaurus/Translate'
import { Sequence } from './sequence.tsx'

/** What goes between browser, server and identity provider. */
export function SignInBySaml() {
  const [browser, server, provider] = [0, 1, 2]
  return (
    <Sequence
      name={translate({
        id: 'shore.diagram.saml',
        message: 'A sign-in through an identity provider begins and ends at Sshore; the browser carries every message.',
      })}
      actors={[
        translate({ id: 'shore.diagram.browser', message: 'your browser' }),
        'Sshore',
        translate({ id: 'shore.diagram.provider', message: 'identity provider' }),
      ]}
      steps={[
        { from: browser, to: server, says: translate({ id: 'shore.diagram.saml.begin', message: 'sign in' }) },
        {
          from: server,
          to: browser,
          says: translate({ id: 'shore.diagram.saml.request', message: 'go there with this request' }),
        },
        {
          from: browser,
          to: provider,
          says: translate({ id: 'shore.diagram.saml.prove', message: 'request; password, key, whatever is asked' }),
        },
        {
          from: provider,
          to: browser,
          says: translate({ id: 'shore.diagram.saml.assertion', message: 'signed assertion, to hand on' }),
        },
        { from: browser, to: server, says: translate({ id: 'shore.diagram.saml.hand', message: 'assertion' }) },
        {
          from: server,
          to: browser,
          says: translate({ id: 'shore.diagram.saml.ticket', message: 'ticket for two minutes' }),
        },
        {
          from: browser,
          to: server,
          says: translate({ id: 'shore.diagram.saml.done', message: 'ticket for a sign-in' }),
        },
      ]}
    />
  )
}

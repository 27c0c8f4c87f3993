import { translate } from '@docusaurus/Translate'
import { Arrow, Box, Diagram } from './diagram.tsx'

/** From the user's machine to the device, and who dials whom. */
export function Reaching() {
  return (
    <Diagram
      width={720}
      height={250}
      name={translate({
        id: 'shore.diagram.reaching',
        message: 'Client and browser dial the server, and so does the agent; the server joins the two.',
      })}
    >
      <Box
        {...{ x: 12, y: 20, width: 168, height: 84 }}
        title={translate({ id: 'shore.diagram.client', message: 'your SSH client' })}
        notes={['ssh, scp, sftp, rsync']}
      />
      <Box
        {...{ x: 12, y: 146, width: 168, height: 84 }}
        title={translate({ id: 'shore.diagram.browser', message: 'your browser' })}
        notes={[translate({ id: 'shore.diagram.console', message: 'console, terminal' })]}
      />
      <Box
        {...{ x: 268, y: 8, width: 188, height: 234, look: 'frame' }}
        title={translate({ id: 'shore.diagram.server', message: 'your server' })}
      />
      <Box
        {...{ x: 284, y: 40, width: 156, height: 64, look: 'box-strong' }}
        title={translate({ id: 'shore.diagram.gateway', message: 'gateway' })}
        notes={[translate({ id: 'shore.diagram.gatewayDoes', message: 'ends SSH' })]}
      />
      <Box
        {...{ x: 284, y: 158, width: 156, height: 72, look: 'box-strong' }}
        title={translate({ id: 'shore.diagram.api', message: 'console and API' })}
        notes={[translate({ id: 'shore.diagram.apiDoes', message: 'who may reach what' })]}
      />
      <Box
        {...{ x: 540, y: 40, width: 168, height: 84, look: 'box' }}
        title={translate({ id: 'shore.diagram.agent', message: 'agent' })}
        notes={[
          translate({ id: 'shore.diagram.agentDoes', message: 'a shell as the user' }),
          translate({ id: 'shore.diagram.onDevice', message: 'on the device' }),
        ]}
      />
      <Arrow from={[180, 72]} to={[284, 72]} says='SSH' />
      <Arrow from={[180, 190]} to={[284, 190]} says='HTTPS' />
      <Arrow from={[540, 82]} to={[440, 72]} />
      <text className='diagram-note' x={624} y={150} textAnchor='middle'>
        {translate({ id: 'shore.diagram.link', message: 'the link: one WebSocket,' })}
      </text>
      <text className='diagram-note' x={624} y={168} textAnchor='middle'>
        {translate({ id: 'shore.diagram.linkDialled', message: 'dialled out by the agent' })}
      </text>
      <Arrow from={[362, 104]} to={[362, 158]} both />
    </Diagram>
  )
}

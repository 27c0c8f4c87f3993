import { translate } from '@docusaurus/Translate'
import { Arrow, Box, Diagram } from './diagram.tsx'

/** From a visitor's browser to a service in the device's network. */
export function TunnelPath() {
  return (
    <Diagram
      width={720}
      height={180}
      name={translate({
        id: 'shore.diagram.tunnel',
        message: 'A request to a tunnel goes through the server and the link, and the agent makes the connection.',
      })}
    >
      <Box
        {...{ x: 8, y: 48, width: 116, height: 72 }}
        title={translate({ id: 'shore.diagram.visitor', message: 'visitor' })}
        notes={[translate({ id: 'shore.diagram.visitor.browser', message: 'any browser' })]}
      />
      <Box
        {...{ x: 210, y: 48, width: 128, height: 72, look: 'box-strong' }}
        title={translate({ id: 'shore.diagram.serverAlone', message: 'server' })}
        notes={[translate({ id: 'shore.diagram.tunnel.rules', message: 'rules, members' })]}
      />
      <Box
        {...{ x: 418, y: 48, width: 100, height: 72, look: 'box-strong' }}
        title={translate({ id: 'shore.diagram.agent', message: 'agent' })}
        notes={['router']}
      />
      <Box {...{ x: 580, y: 10, width: 132, height: 56 }} title='127.0.0.1:3000' />
      <Box {...{ x: 580, y: 112, width: 132, height: 56 }} title='printer.lan:80' />
      <Arrow from={[124, 84]} to={[210, 84]} says='HTTPS' />
      <Arrow from={[418, 84]} to={[338, 84]} note={translate({ id: 'shore.diagram.theLink', message: 'link' })} />
      <Arrow from={[518, 72]} to={[580, 42]} />
      <Arrow from={[518, 96]} to={[580, 136]} />
    </Diagram>
  )
}

import { translate } from '@docusaurus/Translate'
import { Arrow, Box, Diagram } from './diagram.tsx'

/** What listens where on the machine of a server. */
export function Deployment() {
  return (
    <Diagram
      width={720}
      height={250}
      name={translate({
        id: 'shore.diagram.deployment',
        message: 'HTTPS comes in through a proxy, SSH directly; everything that is kept lies behind the server.',
      })}
    >
      <Box
        {...{ x: 8, y: 28, width: 150, height: 72 }}
        title={translate({ id: 'shore.diagram.deployment.web', message: 'browsers, agents' })}
        notes={['HTTPS, WebSocket']}
      />
      <Box
        {...{ x: 8, y: 150, width: 150, height: 72 }}
        title={translate({ id: 'shore.diagram.deployment.clients', message: 'SSH clients' })}
      />
      <Box
        {...{ x: 212, y: 4, width: 326, height: 240, look: 'frame' }}
        title={translate({ id: 'shore.diagram.deployment.machine', message: 'the machine' })}
      />
      <Box
        {...{ x: 228, y: 36, width: 110, height: 60 }}
        title={translate({ id: 'shore.diagram.deployment.proxy', message: 'proxy' })}
        notes={['nginx, Caddy']}
      />
      <Box
        {...{ x: 406, y: 36, width: 116, height: 188, look: 'box-strong' }}
        title='Sshore'
        notes={['8080', '2222']}
      />
      <Box
        {...{ x: 580, y: 28, width: 132, height: 80 }}
        title={translate({ id: 'shore.diagram.deployment.folder', message: 'data folder' })}
        notes={[translate({ id: 'shore.diagram.deployment.keys', message: 'keys, SQLite' })]}
      />
      <Box
        {...{ x: 580, y: 142, width: 132, height: 80 }}
        title='PostgreSQL, S3'
        notes={[translate({ id: 'shore.diagram.deployment.optional', message: 'if you want' })]}
      />
      <Arrow from={[158, 66]} to={[228, 66]} says='443' />
      <Arrow from={[338, 66]} to={[406, 66]} says='8080' />
      <Arrow from={[158, 186]} to={[406, 186]} says='2222' />
      <Arrow from={[522, 76]} to={[580, 70]} />
      <Arrow from={[522, 176]} to={[580, 182]} />
    </Diagram>
  )
}

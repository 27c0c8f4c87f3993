// The service behind a tunnel that is measured: a small answer of JSON, as a program of a device would give it.
import { createServer } from 'node:http'

const body = JSON.stringify({
  readings: Array.from({ length: 32 }, (_, index) => ({ sensor: index, value: index / 7 })),
})

const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
})
server.listen(Number(process.argv[2]), '127.0.0.1')

// The channels that the Remote-SSH extension of VS Code opens: one connection with a dynamic forward whose command is a
// shell that reads a script; the script installs and starts a server, says where it listens, and the editor then speaks
// with it through the forward, over many connections at once.
import { buffer } from 'node:stream/consumers'
import { background, freePort, run, sha256, until } from '@sshore/testkit'
import { expect, it } from 'vitest'
import { aUser } from './a-user.ts'
import { throughSocks } from './socks.ts'

const given = aUser()

/** Gives back what it gets. */
const server = `
import os, socketserver
class Echo(socketserver.BaseRequestHandler):
    def handle(self):
        while True:
            data = self.request.recv(65536)
            if not data: return
            self.request.sendall(data)
class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    request_queue_size = 64
with Server(("127.0.0.1", 0), Echo) as server:
    print("port", server.server_address[1], "pid", os.getpid(), flush=True)
    server.serve_forever()
`

const script = `
set -u
echo "7c1e: running"
uname -m; echo "$SHELL"; command -v tar wget curl | wc -l
mkdir -p ~/.editor-server/bin
cat >~/.editor-server/server.py <<'PYTHON'
${server}
PYTHON
nohup /usr/bin/python3 ~/.editor-server/server.py >~/.editor-server/log 2>&1 </dev/null &
while ! grep -q ^port ~/.editor-server/log; do sleep 0.05; done
sed -E 's/port ([0-9]+) pid ([0-9]+)/listeningOn==\\1==serverPid==\\2==/' ~/.editor-server/log
echo "7c1e: end"
while read -r line; do echo "said: $line"; done
`

it('carries what a remote editor does: a script on standard input, then its traffic through a dynamic forward', async () => {
  const { config, user } = given()
  const proxyPort = await freePort()
  const environment = { PATH: '/usr/bin:/bin' }
  const words = ['-v', '-T', '-D', String(proxyPort), '-o', 'ConnectTimeout=15', '-F', config, 'device', 'bash']
  await using ssh = background('/usr/bin/ssh', words, { environment })
  ssh.write(script)
  const [, listening = '', pid = ''] = await ssh.says(/listeningOn==(\d+)==serverPid==(\d+)==/)
  await ssh.says(/7c1e: end/)

  const bulk = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => (at * 13) % 253))
  const speak = async (content: Buffer): Promise<string> => {
    const socket = await throughSocks(proxyPort, Number(listening))
    socket.end(content)
    return sha256(await buffer(socket))
  }
  const small = Array.from({ length: 12 }, (_, at) => Buffer.from(`message ${at}`))
  const answers = await Promise.all([bulk, ...small, bulk].map(speak))
  expect(answers).toEqual([bulk, ...small, bulk].map(sha256))

  ssh.write('still there\n')
  await ssh.says(/said: still there/)
  const beside = await run('/usr/bin/ssh', ['-F', config, 'device', `cat /proc/${pid}/comm; id -un`])
  expect(beside.stdout).toBe(`python3\n${user.name}\n`)

  await expect(throughSocks(proxyPort, 1)).rejects.toThrow(/closed|status/)
  ssh.child.stdin?.end()
  expect(await ssh.ended).toMatchObject({ code: 0 })
  const left = await run('/usr/bin/ssh', ['-F', config, 'device', `kill ${pid} && echo 'it was left running'`])
  expect(left.stdout).toBe('it was left running\n')
  await until('the server ends', async () => (await run('kill', ['-0', pid])).code !== 0)
})

// A real nginx in front, on a free port, that keeps everything in a folder.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { background, freePort, until } from '@sshore/testkit'

export interface Nginx extends AsyncDisposable {
  readonly port: number
  readonly pid: number
}

/** `servers` makes the `server` blocks, and what stands beside them, from the port. */
export async function startNginx(folder: string, servers: (port: number) => string, workers = 1): Promise<Nginx> {
  const port = await freePort()
  const own = join(folder, `nginx-${port}`)
  await mkdir(own, { recursive: true })
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${own}/${name};`)
  const lines = [
    `daemon off; pid ${own}/pid; error_log ${own}/error.log warn; worker_processes ${workers};`,
    'events { worker_connections 1024; }',
    `http { access_log off; keepalive_requests 1000000; ${places.join(' ')}`,
    servers(port),
    '}',
  ]
  await writeFile(join(own, 'nginx.conf'), lines.join('\n'))
  const nginx = background('/usr/sbin/nginx', ['-c', join(own, 'nginx.conf'), '-e', join(own, 'error.log')])
  const answers = () => fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  )
  await until('nginx answers', answers)
  return { port, pid: nginx.pid, [Symbol.asyncDispose]: () => nginx[Symbol.asyncDispose]() }
}

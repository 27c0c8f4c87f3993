// A real nginx on a free port, that keeps everything in a folder.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Background, background } from './background.ts'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

export interface Nginx extends AsyncDisposable {
  readonly port: number
  readonly process: Background
}

const temporaries = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** `servers` makes the `server` blocks, and what stands beside them, from the port. Runs as root: the folder is a test's. */
export async function startNginx(folder: string, servers: (port: number) => string): Promise<Nginx> {
  const port = await freePort()
  const own = join(folder, `nginx-${port}`)
  await mkdir(own, { recursive: true })
  const errors = join(own, 'error.log')
  const config = [
    `user root; daemon off; pid ${own}/pid; error_log ${errors} warn; worker_processes 1;`,
    'events { worker_connections 1024; }',
    `http { access_log ${own}/access.log; keepalive_requests 1000000;`,
    ...temporaries.map((name) => `${name}_temp_path ${own}/${name};`),
    `${servers(port)} }`,
  ]
  await writeFile(join(own, 'nginx.conf'), config.join('\n'))
  const nginx = background('/usr/sbin/nginx', ['-c', join(own, 'nginx.conf'), '-e', errors])
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
  try {
    await until('nginx answers', answers)
  } catch (cause) {
    await nginx[Symbol.asyncDispose]()
    throw new Error(`nginx did not start: ${await readFile(errors, 'utf8').catch(() => nginx.stderr())}`, { cause })
  }
  return { port, process: nginx, [Symbol.asyncDispose]: () => nginx[Symbol.asyncDispose]() }
}

// Real container engines in a temporary folder: dockerd, and Podman's service. No registry is asked: the one image is made
// here, of BusyBox and three accounts.
import { get } from 'node:http'
import { chown, mkdir, symlink, writeFile, cp } from 'node:fs/promises'
import { join } from 'node:path'
import { background, type Background } from './background.ts'
import { freePort } from './free-port.ts'
import { type Ran, run } from './run.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { isRoot } from './unix-users.ts'
import { until } from './until.ts'

export interface ContainerEngine extends AsyncDisposable {
  /** Its Unix socket. */
  readonly socket: string
  /** Its port on 127.0.0.1, where client certificates are asked for; 0 when it has none. */
  readonly tlsPort: number
  /** Holds ca.pem, cert.pem and key.pem of a client, and those of `other`, an authority that the engine does not know. */
  readonly certificates: string
  /** Runs the engine's own command line; fails when it does. */
  command(...words: readonly string[]): Promise<string>
  /** Starts a container that has one program and nothing else: no shell, no accounts. */
  startBare(name: string): Promise<string>
  /** Starts a container that sleeps; answers its identifier. `words` go before the image. */
  start(name: string, ...words: readonly string[]): Promise<string>
  /** Ends the engine, as if it had crashed or was updated; containers end with it. */
  stop(): Promise<void>
  /** After `stop`, at the same addresses. */
  restart(): Promise<void>
}

const image = 'sshore-test'
const bareImage = 'sshore-test-bare'
/** Of the account `ann` in the image: the SHA-512 crypt of `secret-1`. */
const annsHash = '$6$abcdefgh$wiF98R7rirSlrifYgrBHapPP99OwCaJnVutzrg41cLum0/huTRr/0KvdnBdg1BMsOoaIFXHryzQEjmNT8qVFK.'

const accounts = {
  passwd: [
    'root:x:0:0:root:/root:/bin/sh',
    'ann:x:1000:1000::/home/ann:/bin/sh',
    'svc:x:1001:1001::/:/sbin/nologin',
    'lost:x:1002:1002::/home/lost:/bin/no-such-shell',
  ],
  group: ['root:x:0:', 'ann:x:1000:', 'wheel:x:10:ann'],
  shadow: ['root:*::0:99999:7:::', `ann:${annsHash}::0:99999:7:::`, 'svc:!::0:99999:7:::'],
}

async function checked(program: string, words: readonly string[], options: object = {}): Promise<Ran> {
  const ran = await run(program, words, options)
  if (ran.code !== 0) throw new Error(`${program} ${words.join(' ')} failed:\n${ran.stderr}`)
  return ran
}

/** A tar archive of a root file system. */
async function makeImage(folder: string): Promise<string> {
  const root = join(folder, 'image')
  for (const name of ['bin', 'etc', 'root', 'home/ann', 'tmp', 'dev', 'proc', 'sys']) {
    await mkdir(join(root, name), { recursive: true })
  }
  await cp('/bin/busybox', join(root, 'bin/busybox'))
  const { stdout } = await checked('/bin/busybox', ['--list'])
  for (const applet of stdout.split('\n').filter((name) => name !== '' && name !== 'busybox')) {
    await symlink('busybox', join(root, 'bin', applet))
  }
  for (const [file, lines] of Object.entries(accounts)) {
    await writeFile(join(root, 'etc', file), `${lines.join('\n')}\n`)
  }
  await chown(join(root, 'home/ann'), 1000, 1000)
  const archive = join(folder, 'image.tar')
  await checked('tar', ['-C', root, '-cf', archive, '.'])
  return archive
}

/** The same of one that has BusyBox under one name, by which it knows what to be. */
async function makeBareImage(folder: string): Promise<string> {
  const root = join(folder, 'bare')
  await mkdir(root)
  await cp('/bin/busybox', join(root, 'sleep'))
  const archive = join(folder, 'bare.tar')
  await checked('tar', ['-C', root, '-cf', archive, '.'])
  return archive
}

/** Two authorities, each with a certificate for a server and one for a client. */
async function makeCertificates(folder: string): Promise<string> {
  const made = join(folder, 'certificates')
  await mkdir(made)
  const openssl = (...words: readonly string[]) => checked('openssl', words, { cwd: made })
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  await writeFile(join(made, 'server.ext'), 'subjectAltName=IP:127.0.0.1\nextendedKeyUsage=serverAuth\n')
  await writeFile(join(made, 'client.ext'), 'extendedKeyUsage=clientAuth\n')
  for (const prefix of ['', 'other-']) {
    const ca = [`${prefix}ca.pem`, `${prefix}ca-key.pem`] as const
    await openssl('req', '-x509', ...curve, '-keyout', ca[1], '-out', ca[0], '-days', '2', '-subj', `/CN=${prefix}ca`)
    for (const [kind, cert, key] of [
      ['server', `${prefix}server-cert.pem`, `${prefix}server-key.pem`],
      ['client', `${prefix}cert.pem`, `${prefix}key.pem`],
    ] as const) {
      await openssl('req', ...curve, '-keyout', key, '-out', 'request.pem', '-subj', `/CN=${kind}`)
      const signing = ['-CA', ca[0], '-CAkey', ca[1], '-CAcreateserial', '-days', '2', '-extfile', `${kind}.ext`]
      await openssl('x509', '-req', '-in', 'request.pem', '-out', cert, ...signing)
    }
  }
  return made
}

interface Daemon {
  readonly program: string
  readonly words: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly cli: readonly string[]
  readonly socket: string
  readonly tlsPort: number
}

async function dockerDaemon(folder: string, certificates: string): Promise<Daemon> {
  const socket = join(folder, 'docker.sock')
  const tlsPort = await freePort()
  const state = [
    '--data-root',
    join(folder, 'data'),
    '--exec-root',
    join(folder, 'exec'),
    '--pidfile',
    join(folder, 'pid'),
  ]
  // Nothing of this machine's network is changed.
  const network = ['--iptables=false', '--ip6tables=false', '--bridge=none', '--ip-forward=false', '--ip-masq=false']
  const tls = ['--tlsverify', '--tlscacert', join(certificates, 'ca.pem')]
  const proof = ['--tlscert', join(certificates, 'server-cert.pem'), '--tlskey', join(certificates, 'server-key.pem')]
  const listen = ['-H', `unix://${socket}`, '-H', `tcp://127.0.0.1:${tlsPort}`]
  const running = ['--storage-driver=vfs', '--exec-opt', 'native.cgroupdriver=cgroupfs']
  return {
    program: 'dockerd',
    words: [...state, ...network, ...tls, ...proof, ...listen, ...running],
    environment: process.env,
    cli: ['docker', '-H', `unix://${socket}`],
    socket,
    tlsPort,
  }
}

async function podmanDaemon(folder: string): Promise<Daemon> {
  const socket = join(folder, 'podman.sock')
  const [settings, storage] = [join(folder, 'containers.conf'), join(folder, 'storage.conf')]
  await writeFile(
    settings,
    [
      '[containers]\ndefault_ulimits=["nofile=4096:4096","nproc=4096:4096"]\ncgroups="enabled"\nnetns="host"',
      'log_driver="k8s-file"\n[engine]\ncgroup_manager="cgroupfs"\nevents_logger="file"\nruntime="runc"\n',
    ].join('\n'),
  )
  await writeFile(storage, `[storage]\ndriver="vfs"\ngraphroot="${folder}/graph"\nrunroot="${folder}/run"\n`)
  return {
    program: 'podman',
    words: ['system', 'service', '--time=0', `unix://${socket}`],
    environment: { ...process.env, CONTAINERS_CONF: settings, CONTAINERS_STORAGE_CONF: storage },
    cli: ['podman'],
    socket,
    tlsPort: 0,
  }
}

const answers = (socketPath: string): Promise<boolean> =>
  new Promise((resolve) => {
    const request = get({ socketPath, path: '/info', timeout: 5000 }, (reply) => {
      reply.resume()
      resolve(reply.statusCode === 200)
    })
    request.on('error', () => resolve(false))
  })

export type EngineKind = 'docker' | 'podman'

/** Starts an engine with the test's image, and no container. Rejects when it cannot run on this machine. */
export async function startContainerEngine(kind: EngineKind = 'docker'): Promise<ContainerEngine> {
  await using undo = new AsyncDisposableStack()
  const folder = undo.use(await temporaryFolder()).path
  const certificates = await makeCertificates(folder)
  const daemon = kind === 'docker' ? await dockerDaemon(folder, certificates) : await podmanDaemon(folder)
  const { environment } = daemon
  const [cli = '', ...words] = daemon.cli
  const command = async (...more: readonly string[]) =>
    (await checked(cli, [...words, ...more], { environment })).stdout.trim()

  let running: Background | undefined
  const stop = async () => {
    if (!running) return
    // Programs that are asked to end first have ten seconds for it.
    const containers = (await command('ps', '--quiet')).split('\n').filter((id) => id !== '')
    if (containers.length > 0) await command('kill', ...containers).catch(() => undefined)
    running.kill('SIGTERM')
    await running.ended
    running = undefined
  }
  const start = async () => {
    const made = background(daemon.program, daemon.words, { environment })
    running = made
    // Podman's command line would answer without its service.
    let over = false
    void made.ended.then(() => (over = true))
    await until('the engine answers', async () => {
      if (over) throw new Error(`${daemon.program} ended:\n${made.stderr().slice(-2000)}`)
      return answers(daemon.socket)
    })
  }
  undo.defer(async () => {
    await stop()
    for (const mounted of ['exec/netns/default', 'data', 'graph', 'exec']) {
      await run('umount', [join(folder, mounted)])
    }
  })
  await start()
  await command('import', await makeImage(folder), image)
  const resources = undo.move()
  return {
    socket: daemon.socket,
    tlsPort: daemon.tlsPort,
    certificates,
    command,
    start: (name, ...options) =>
      command('run', '--detach', '--network', 'host', '--name', name, ...options, image, '/bin/sleep', '100000'),
    startBare: async (name) => {
      await command('import', await makeBareImage(folder), bareImage)
      return command('run', '--detach', '--network', 'host', '--name', name, bareImage, '/sleep', '100000')
    },
    stop,
    restart: start,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** What has to be installed for an engine and is not. */
export async function missingForEngine(kind: EngineKind): Promise<readonly string[]> {
  const programs = [...(kind === 'docker' ? ['dockerd', 'docker'] : ['podman', 'runc']), 'busybox', 'openssl']
  const script = 'for program; do command -v "$program" >/dev/null || echo "$program"; done'
  const { stdout } = await run('sh', ['-c', script, 'sh', ...programs])
  return [...(isRoot ? [] : ['the rights of root']), ...stdout.split('\n').filter((name) => name !== '')]
}

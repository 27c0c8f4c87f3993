// A miniature of this repository in a temporary folder, with the real configuration of every gate, to plant violations in.
import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const configuration = ['tsconfig.base.json', '.oxlintrc.json', '.oxfmtrc.json', '.dependency-cruiser.mjs', 'knip.json']

/** Package → what it depends on and the files it has; every export is used and every arrow points the right way. */
const packages = {
  contract: {
    dependencies: [],
    files: { 'src/index.ts': "export { limit } from './limits.ts'\n", 'src/limits.ts': 'export const limit = 3\n' },
  },
  link: {
    dependencies: ['contract'],
    files: { 'src/index.ts': "import { limit } from '@sshore/contract'\n\nexport const lanes = limit + 1\n" },
  },
  server: {
    dependencies: ['contract'],
    files: { 'src/index.ts': "import { limit } from '@sshore/contract'\n\nexport const devices = limit * 2\n" },
  },
  gateway: {
    dependencies: ['link'],
    files: { 'src/index.ts': "import { lanes } from '@sshore/link'\n\nexport const channels = lanes * 2\n" },
  },
  sshore: {
    dependencies: ['gateway', 'server'],
    files: {
      'src/index.ts': "export { devices } from '@sshore/server'\n",
      'src/main.ts':
        "import { channels } from '@sshore/gateway'\nimport { devices } from '@sshore/server'\n\nconsole.log(channels, devices, process.env['HOME'])\n",
    },
  },
} as const

interface Project {
  readonly references?: readonly { readonly path: string }[]
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

export class PlantedTree implements AsyncDisposable {
  readonly path: string

  private constructor(path: string) {
    this.path = path
  }

  /** Makes a tree that passes every gate. */
  static async create(): Promise<PlantedTree> {
    const tree = new PlantedTree(await mkdtemp(join(tmpdir(), 'sshore-gates-')))
    await tree.installDependencies()
    for (const name of configuration) await tree.copy(name)
    for (const folder of ['tools', 'e2e', 'bench']) await mkdir(join(tree.path, folder), { recursive: true })
    await tree.plant(
      'package.json',
      json({ name: 'miniature', private: true, type: 'module', workspaces: ['packages/*'] }),
    )
    await tree.plant(
      'tsconfig.json',
      json({ files: [], references: Object.keys(packages).map((name) => ({ path: `packages/${name}` })) }),
    )
    for (const name of Object.keys(packages)) await tree.plantPackage(name as keyof typeof packages)
    await promisify(execFile)(process.execPath, [join(root, 'node_modules/oxfmt/bin/oxfmt')], { cwd: tree.path })
    return tree
  }

  /** Writes a file, making its folders. */
  async plant(path: string, text: string): Promise<void> {
    const target = join(this.path, path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, text)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.path, { recursive: true, force: true })
  }

  /** Registry packages come from the real installation; our own names must lead into this tree. */
  private async installDependencies(): Promise<void> {
    const own = join(this.path, 'node_modules/@sshore')
    await mkdir(own, { recursive: true })
    const installed = await readdir(join(root, 'node_modules'))
    const linked = installed.filter((name) => !name.startsWith('.') && name !== '@sshore')
    await Promise.all(
      linked.map((name) => symlink(join(root, 'node_modules', name), join(this.path, 'node_modules', name))),
    )
    await Promise.all(Object.keys(packages).map((name) => symlink(join('../../packages', name), join(own, name))))
  }

  private async plantPackage(name: keyof typeof packages): Promise<void> {
    const { dependencies, files } = packages[name]
    const manifest = {
      name: `@sshore/${name}`,
      version: '0.1.0',
      type: 'module',
      exports: { '.': './src/index.ts' },
      dependencies: Object.fromEntries(dependencies.map((dependency) => [`@sshore/${dependency}`, '0.1.0'])),
    }
    await this.plant(`packages/${name}/package.json`, json(manifest))
    await this.plant(`packages/${name}/tsconfig.json`, json(await this.projectOf(name)))
    for (const [path, text] of Object.entries(files)) await this.plant(`packages/${name}/${path}`, text)
  }

  /** The real project of a package, without references to packages that the miniature leaves out. */
  private async projectOf(name: keyof typeof packages): Promise<object> {
    const real = JSON.parse(await readFile(join(root, `packages/${name}/tsconfig.json`), 'utf8')) as Project
    return { ...real, references: (real.references ?? []).filter(({ path }) => basename(path) in packages) }
  }

  private async copy(path: string): Promise<void> {
    await mkdir(dirname(join(this.path, path)), { recursive: true })
    await copyFile(join(root, path), join(this.path, path))
  }
}

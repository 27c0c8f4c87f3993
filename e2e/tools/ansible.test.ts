import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Ran, run } from '@sshore/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { aUser } from './a-user.ts'

const given = aUser()
const seconds = 150

function ansible(program: string, words: readonly string[]): Promise<Ran> {
  const { folder, searchPath } = given()
  const environment = {
    ...{ PATH: searchPath, HOME: folder, LC_ALL: 'C.UTF-8', ANSIBLE_NOCOLOR: '1', ANSIBLE_HOST_KEY_CHECKING: 'True' },
    ...{ ANSIBLE_LOCAL_TEMP: join(folder, 'tmp'), ANSIBLE_PYTHON_INTERPRETER: '/usr/bin/python3' },
    // Sockets of Unix have short names.
    ANSIBLE_SSH_CONTROL_PATH_DIR: join(folder, 'cp'),
  }
  return run(program, ['-i', join(folder, 'hosts'), ...words], { environment, cwd: folder, seconds })
}

beforeAll(async () => {
  const { folder } = given()
  await writeFile(join(folder, 'hosts'), 'device\nroot ansible_host=device ansible_user=root\n')
})

describe('Ansible', () => {
  it('finds the device there', async () => {
    const ran = await ansible('ansible', ['device', '-m', 'ping'])
    expect(ran.stderr).toBe('')
    expect(ran.stdout).toMatch(/^device \| SUCCESS[^]*"ping": "pong"/)
  })

  it('is told when a command fails', async () => {
    const ran = await ansible('ansible', ['device', '-a', 'ls /no/such'])
    expect(ran.code).toBe(2)
    expect(ran.stdout).toMatch(/FAILED \| rc=2[^]*No such file or directory/)
  })

  it('plays a book of copies, templates, lines and commands, and finds nothing to do the second time', async () => {
    const { folder, user } = given()
    await writeFile(
      join(folder, 'template.j2'),
      'for {{ ansible_user_id }} on {{ ansible_system }}: {{ words | join(",") }}\n',
    )
    await writeFile(join(folder, 'binary'), Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * 7) % 256)))
    const book = `
- hosts: device
  gather_subset: [min]
  vars: { words: [a, 'b c', 'ü'] }
  tasks:
    - { tags: again, copy: { src: ${folder}/binary, dest: ~/copied, mode: '0640' } }
    - { tags: again, template: { src: ${folder}/template.j2, dest: ~/templated } }
    - { tags: again, lineinfile: { path: ~/lines, line: one line, create: true } }
    - file: { path: ~/deep/folder, state: directory, mode: '0750' }
    - command: { cmd: sh -c 'echo made > made', creates: made }
    - shell: id -un | tee who
      changed_when: false
      register: who
    - assert: { that: who.stdout == '${user.name}' }
    - fetch: { src: ~/copied, dest: ${folder}/fetched, flat: true }
`
    await writeFile(join(folder, 'book.yml'), book)
    const first = await ansible('ansible-playbook', ['book.yml'])
    expect(first.stdout).toMatch(/device\s+: ok=9\s+changed=6\s+unreachable=0\s+failed=0/)
    const second = await ansible('ansible-playbook', ['-t', 'again', 'book.yml'])
    expect(second.stdout).toMatch(/device\s+: ok=4\s+changed=0\s+unreachable=0\s+failed=0/)
    expect(await readFile(join(folder, 'fetched'))).toEqual(await readFile(join(folder, 'binary')))
    expect(await readFile(join(user.home, 'templated'), 'utf8')).toBe(`for ${user.name} on Linux: a,b c,ü\n`)
    expect((await stat(join(user.home, 'copied'))).mode & 0o777).toBe(0o640)
  })
})

it('Ansible, as root, becomes another user', async () => {
  const { folder, user, stack } = given()
  const line = /^User .*$/m.exec(await readFile(join(folder, 'ssh_config'), 'utf8'))?.[0] ?? ''
  const asRoot = line.replace(/^User [^@]+@/, 'root@')
  await writeFile(
    join(folder, 'hosts'),
    `device\nroot ansible_host=127.0.0.1 ansible_port=${stack.sshPort} ansible_user=${asRoot} ansible_ssh_common_args='-o IdentitiesOnly=yes -o UserKnownHostsFile=${stack.knownHosts}'\n`,
  )
  const key = (await readFile(join(folder, 'ssh_config'), 'utf8')).match(/IdentityFile (\S+)/)?.[1] ?? ''
  const ran = await ansible('ansible', [
    'root',
    '--private-key',
    key,
    '-b',
    '--become-method=su',
    '--become-user',
    user.name,
    '-a',
    'id -un',
  ])
  expect(ran.stdout).toBe(`root | CHANGED | rc=0 >>\n${user.name}\n`)
})

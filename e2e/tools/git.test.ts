import { join } from 'node:path'
import { shell, type Ran } from '@sshore/testkit'
import { expect, it } from 'vitest'
import { aUser } from './a-user.ts'

const given = aUser()

function inFolder(script: string): Promise<Ran> {
  const { folder, searchPath } = given()
  const environment = {
    ...{ PATH: searchPath, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
    ...{ GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' },
  }
  return shell(`set -e\n${script}`, { cwd: folder, environment })
}

it('git clones, pushes, fetches and is told of a refusal', async () => {
  const { user } = given()
  const ran = await inFolder(`
    ssh device 'git init -q --bare -b main project.git'
    git clone -q device:project.git one 2>/dev/null
    cd one; git checkout -q -b main
    seq 1 200000 >big; git add big; git commit -qm first; git push -q -u origin main; cd ..
    git clone -q ssh://device/home/${user.name}/project.git two
    cmp one/big two/big
    cd two; echo more >small; git add small; git commit -qm second; git push -q; cd ../one
    git fetch -q; git rev-list --count origin/main
    echo other >other; git add other; git commit -qm third
    git push origin main 2>&1 | grep -oF '[rejected]' || true
    git pull -q --rebase; git push -q; git log --format=%s`)
  expect(ran.stderr).toBe('')
  expect(ran.stdout.split('\n')).toEqual(['2', '[rejected]', 'third', 'second', 'first', ''])
})

it('git says what the device says when there is no such repository', async () => {
  const ran = await inFolder(`git clone device:${join('/', 'no-such.git')} none`)
  expect(ran.code).toBe(128)
  expect(ran.stderr).toMatch(/'\/no-such.git' does not appear to be a git repository/)
})

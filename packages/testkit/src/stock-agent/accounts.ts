// Accounts of this machine, as an agent looks them up by itself.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
  readonly home: string
  readonly shell: string
}

const fieldsOf = (file: string, name: string): string[] | undefined =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([login]) => login === name)

export function findAccount(name: string): Account | undefined {
  const [, , uid, gid, , home = '/', shell = ''] = fieldsOf('/etc/passwd', name) ?? []
  return uid === undefined ? undefined : { name, uid: Number(uid), gid: Number(gid), home, shell: shell || '/bin/sh' }
}

/** Compares with the hash in /etc/shadow; Perl's crypt is that of the system. */
export function passwordIsRight(name: string, password: string): boolean {
  const hash = fieldsOf('/etc/shadow', name)?.[1] ?? ''
  if (!hash.startsWith('$')) return false
  const program = 'chomp(my $p = <STDIN>); print crypt($p, $ARGV[0])'
  return spawnSync('perl', ['-e', program, hash], { input: password, encoding: 'utf8' }).stdout === hash
}

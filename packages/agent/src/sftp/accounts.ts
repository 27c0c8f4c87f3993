// Names of users and groups by number: /etc/passwd and /etc/group first, then the name service (LDAP and the like) where
// one is configured.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface UserEntry {
  readonly name: string
  readonly uid: number
  readonly home: string
}

type Table = 'passwd' | 'group'
/** Lines of passwd(5) and group(5), split. */
type Fields = readonly string[]

/** A name service that does not answer must not stop a listing for long, nor often. */
const nameServiceMilliseconds = 2_000
const mostNameServiceQuestions = 256

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}

/** Whether nsswitch.conf(5) names more for a table than the files read here and what merely decorates them. */
function hasNameService(table: Table): boolean {
  const line = linesOf('/etc/nsswitch.conf').find((line) => line.startsWith(`${table}:`))
  const sources = line?.slice(table.length + 1).split(/\s+/) ?? []
  return sources.some((source) => /^(?!files$|compat$|systemd$)[a-z]/.test(source))
}

class AccountTable {
  readonly #table: Table
  readonly #byName = new Map<string, Fields>()
  readonly #byNumber = new Map<string, Fields>()
  readonly #misses = new Set<string>()
  readonly #nameService: boolean
  #questionsLeft = mostNameServiceQuestions

  constructor(table: Table) {
    this.#table = table
    this.#nameService = hasNameService(table)
    for (const line of linesOf(`/etc/${table}`)) this.#add(line.split(':'))
  }

  byName(name: string): Fields | undefined {
    return this.#byName.get(name) ?? this.#ask(name)
  }

  byNumber(number: number): Fields | undefined {
    return this.#byNumber.get(String(number)) ?? this.#ask(String(number))
  }

  #add(fields: Fields): void {
    const [name, , number] = fields
    if (!name || !number) return
    if (!this.#byName.has(name)) this.#byName.set(name, fields)
    // The first line of a number wins, as getpwuid(3) has it.
    if (!this.#byNumber.has(number)) this.#byNumber.set(number, fields)
  }

  #ask(key: string): Fields | undefined {
    if (!this.#nameService || this.#questionsLeft === 0 || this.#misses.has(key) || !/^[\w.][\w.@\\-]*\$?$/.test(key)) {
      return undefined
    }
    this.#questionsLeft -= 1
    const answer = spawnSync('getent', [this.#table, '--', key], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: nameServiceMilliseconds,
    })
    const fields = answer.status === 0 ? answer.stdout.split('\n')[0]?.split(':') : undefined
    if (fields === undefined) this.#misses.add(key)
    else this.#add(fields)
    return fields
  }
}

/** The tables are read when first needed and kept: a session's listings then agree with each other. */
export class Accounts {
  #users: AccountTable | undefined
  #groups: AccountTable | undefined

  userName(uid: number): string | undefined {
    return this.#userTable().byNumber(uid)?.[0]
  }

  groupName(gid: number): string | undefined {
    this.#groups ??= new AccountTable('group')
    return this.#groups.byNumber(gid)?.[0]
  }

  findUser(name: string): UserEntry | undefined {
    return asUser(this.#userTable().byName(name))
  }

  findUserById(uid: number): UserEntry | undefined {
    return asUser(this.#userTable().byNumber(uid))
  }

  #userTable(): AccountTable {
    this.#users ??= new AccountTable('passwd')
    return this.#users
  }
}

function asUser(fields: Fields | undefined): UserEntry | undefined {
  const [name, , uid, , , home] = fields ?? []
  return name === undefined || uid === undefined
    ? undefined
    : { name, uid: Number(uid), home: home === undefined || home === '' ? '/' : home }
}

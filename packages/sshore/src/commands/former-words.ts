// Spellings that operators of the product with the same contract have in their scripts.
const renamed: Readonly<Record<string, readonly [group: string, word: string]>> = {
  'add-user': ['user', 'create'],
  'del-user': ['user', 'delete'],
  'reset-user-password': ['user', 'password'],
  'add-namespace': ['namespace', 'create'],
  'del-namespace': ['namespace', 'delete'],
  'add-user-namespace': ['member', 'add'],
  'del-user-namespace': ['member', 'remove'],
}

const memberWords: Readonly<Record<string, string>> = { add: 'add', remove: 'remove' }

/** There the user came first and the role was an argument: `<user> <namespace> [role]`. */
function memberLine(word: string, rest: readonly string[]): readonly string[] {
  const firstFlag = rest.findIndex((each) => each.startsWith('-'))
  const [user, namespace, role, ...more] = firstFlag === -1 ? rest : rest.slice(0, firstFlag)
  const flags = firstFlag === -1 ? [] : rest.slice(firstFlag)
  const given = [namespace, user].filter((each) => each !== undefined)
  return ['member', word, ...given, ...(role === undefined ? [] : ['--role', role]), ...more, ...flags]
}

/** The line in today's words; undefined when it is in them already. */
export function inPresentWords(words: readonly string[]): readonly string[] | undefined {
  const [first = '', second = '', third = '', ...others] = words
  if (first === 'namespace' && second === 'member' && Object.hasOwn(memberWords, third)) {
    return memberLine(third, others)
  }
  const now = Object.hasOwn(renamed, first) ? renamed[first] : undefined
  if (now === undefined) return undefined
  const [group, word] = now
  return group === 'member' ? memberLine(word, words.slice(1)) : [group, word, ...words.slice(1)]
}

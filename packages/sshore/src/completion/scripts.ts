// Completion scripts for three shells. They hold all words themselves: asking the command at each key would take too long.
import type { Place } from './word-table.ts'

export type Shell = 'bash' | 'zsh' | 'fish'

/** Branches of a `case` that follow a word into the command that it names. */
const steps = (places: readonly Place[]): string =>
  places
    .slice(1)
    .map(({ path }) => `      '${path}') at='${path}' ;;`)
    .join('\n')

const valueBranches = (places: readonly Place[], branch: (words: string) => string): string =>
  places
    .flatMap(({ path, choices }) =>
      Object.entries(choices).map(([option, words]) => `    '${path} ${option}') ${branch(words.join(' '))} ;;`),
    )
    .join('\n')

const wordBranches = (places: readonly Place[], branch: (words: string) => string): string =>
  places
    .map(({ path, commands, options }) => {
      const words = [...commands, ...options].map(({ text }) => text).join(' ')
      return `    '${path}') ${branch(words)} ;;`
    })
    .join('\n')

const bash = (places: readonly Place[]): string => `# Completion of sshore for bash: source <(sshore completion bash)
_sshore() {
  local at=sshore word words='' current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
${steps(places)}
    esac
  done
  case "$at $previous" in
${valueBranches(places, (words) => `words='${words}'`)}
  esac
  if [ -z "$words" ]; then
    case "$at" in
${wordBranches(places, (words) => `words='${words}'`)}
    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -o default -F _sshore sshore
`

const zsh = (places: readonly Place[]): string => `#compdef sshore
# Completion of sshore for zsh: source <(sshore completion zsh)
_sshore() {
  local at=sshore word
  local -a found
  for word in \${words[2,CURRENT-1]}; do
    case "$at $word" in
${steps(places)}
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${valueBranches(places, (words) => `found=(${words})`)}
  esac
  if (( ! \${#found} )); then
    case "$at" in
${wordBranches(places, (words) => `found=(${words})`)}
    esac
  fi
  compadd -- $found || _files
}
compdef _sshore sshore
`

function fishLines({ path, commands, options, choices }: Place): string[] {
  const here = `complete -c sshore -n '__sshore_at "${path}"'`
  return [
    ...commands.map(({ text, description }) => `${here} -f -a ${text} -d '${description}'`),
    ...options.map(({ text, description }) => {
      const words = choices[text]
      const values = words === undefined ? '' : ` -x -a '${words.join(' ')}'`
      return `${here} -l ${text.slice(2)}${values} -d '${description}'`
    }),
  ]
}

const fish = (places: readonly Place[]): string => `# Completion of sshore for fish: sshore completion fish | source
function __sshore_at
  set -l at sshore
  for word in (commandline -opc)[2..-1]
    switch "$at $word"
${places
  .slice(1)
  .map(({ path }) => `      case '${path}'\n        set at '${path}'`)
  .join('\n')}
    end
  end
  test "$at" = "$argv[1]"
end
${places.flatMap(fishLines).join('\n')}
`

const scripts: Readonly<Record<Shell, (places: readonly Place[]) => string>> = { bash, zsh, fish }

export const shells: readonly Shell[] = ['bash', 'zsh', 'fish']

export const completionScript = (shell: Shell, places: readonly Place[]): string => scripts[shell](places)

// Commands without a terminal: words, output, exit codes.
import type { Area } from '../case.ts'

const codes = Array.from({ length: 256 }, (_, code) => code)
  .filter((code) => code % 17 === 0 || [1, 2, 126, 127, 128, 129, 130, 137, 143, 254].includes(code))
  .join(' ')

export const commands: Area = {
  area: 'commands',
  cases: [
    { name: 'says a word', script: 'ssh device echo hello' },
    { name: 'joins words with blanks', script: `ssh device echo 'a  b' "c   d" e` },
    {
      name: 'lets the remote shell see quotes',
      script: `ssh device "echo 'a  b' \\"c   d\\" \\\\e \\$HOME \\\`echo tick\\\`"`,
    },
    {
      name: 'keeps line breaks in a command',
      script: `ssh device $'echo one\\necho two # not three\\n\\necho "fo\\nur"'`,
    },
    {
      name: 'has every exit code',
      script: `for code in ${codes}; do echo "exit $code"; done >wanted
      ssh device 'cd '"$PWD"'; for code in ${codes}; do (exit $code); echo $?; done'
      for code in 0 1 126 127 128 130 254 255; do ssh device "exit $code"; echo "$code: $?"; done`,
    },
    { name: 'says when there is no such command', script: 'ssh device no-such-command-here' },
    { name: 'says when the command is a folder', script: 'ssh device /tmp' },
    { name: 'says when the file may not be run', script: 'touch plain; ssh device "$PWD/plain"' },
    { name: 'says when the syntax is wrong', script: `ssh device 'if then ('` },
    {
      name: 'runs nothing for an empty command',
      script: `ssh device ''; echo $?; ssh device ' '`,
      // It is a login, and the machine's message of the day is written anew by each: one beside it reads half of that.
      alone: true,
    },
    {
      name: 'keeps bytes of a command that are no UTF-8',
      script: `ssh device $'printf %s "\\xff\\xfe\\xc3\\x28" | od -An -tx1'`,
    },
    {
      name: 'keeps control characters of a command',
      script: `ssh device $'printf %s "\\x01\\x1b[0m\\x7f\\t" | od -An -tx1'`,
    },
    {
      name: 'keeps unicode of a command',
      script: `ssh device 'echo "ümläut 漢字 🦀 e\u0301"; printf %s "漢🦀" | wc -c'`,
    },
    {
      name: 'takes a command of 100,000 characters',
      script: `ssh device "echo $(head -c 100000 /dev/zero | tr '\\0' x) | wc -c"`,
    },
    {
      name: 'takes a command of 120,000 bytes of odd characters',
      script: `ssh device "echo $(yes '漢' | head -n 40000 | tr -d '\\n') | sha256sum"`,
    },
    {
      name: 'keeps output and error apart',
      script: `ssh device 'echo out; echo err >&2; printf out2; printf err2 >&2' >out 2>err`,
    },
    {
      name: 'keeps every byte of output',
      script: `ssh device 'for i in $(seq 0 255); do printf "\\\\x$(printf %x $i)"; done' | od -An -tx1`,
    },
    {
      name: 'keeps every byte of error',
      script: `ssh device 'for i in $(seq 0 255); do printf "\\\\x$(printf %x $i)"; done >&2' 2>&1 >/dev/null | od -An -tx1`,
    },
    { name: 'has no output at all', script: 'ssh device true >out 2>err' },
    { name: 'names the shell in its messages', script: `ssh device 'echo $0 $# "$@"; echo $-'` },
    { name: 'runs in the home folder', script: `ssh device 'pwd; ls -a' ; ssh root pwd` },
    {
      name: 'has only the descriptors of a program',
      script: `ssh device 'ls /proc/self/fd; for n in 0 1 2; do readlink /proc/self/fd/$n | sed "s/\\[.*//"; done' </dev/null`,
    },
    {
      name: 'can open its own standard files',
      script: `echo in | ssh device 'cat /dev/stdin; echo out >/dev/stdout; echo err >/dev/stderr'`,
    },
    {
      name: 'has the signals of a fresh program',
      script: `ssh device 'grep -E "^Sig(Pnd|Blk|Ign|Cgt)" /proc/self/status'`,
    },
    {
      name: 'has the mask, limits and niceness of a login',
      script: `ssh device 'umask; cat /proc/self/limits; nice; cat /proc/self/oom_score_adj'`,
    },
    {
      name: 'has the groups of the user and no capability',
      script: `ssh device 'id | sed "s/[0-9]//g"; grep ^Cap /proc/self/status; grep NoNewPrivs /proc/self/status'`,
    },
    {
      name: 'is a session and a process group of its own',
      script: `ssh device 'ps -o pid=,pgid=,sid=,tpgid=,tty= -p $$' | awk '{print ($1==$2), ($2==$3), $4, $5}'`,
    },
    {
      name: 'takes a script as its input',
      script: `printf 'echo one; cd /; pwd\\nread x\\nthis is for read\\necho "[$x]"\\nexit 4\\n' | ssh device bash -s`,
    },
    { name: 'gives words to a script', script: `printf 'echo "$# $1 $2"' | ssh device bash -s -- 'a b' c` },
    {
      name: 'takes a script as the input of the login shell',
      script: `printf 'echo "[$0] $-"; shopt -q login_shell && echo login; exit 6\\n' | ssh -T device | tail -n 2; echo "\${PIPESTATUS[1]}"`,
    },
    { name: 'refuses an unknown subsystem', script: 'ssh -s device no-such-subsystem' },
  ],
}

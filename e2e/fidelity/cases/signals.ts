// Signals, and how a program that one has ended is told to the client.
import type { Area } from '../case.ts'

const named = ['ABRT', 'ALRM', 'FPE', 'HUP', 'ILL', 'INT', 'KILL', 'PIPE', 'QUIT', 'SEGV', 'TERM', 'USR1', 'USR2']
/** RFC 4254 has no names for these. */
const unnamed = ['BUS', 'TRAP', 'SYS', 'XCPU', 'XFSZ', 'VTALRM', 'PROF', 'STKFLT', 'IO', 'PWR', 'RTMIN']
const report = `2>&1 | grep -E 'exit-s|killed by|core|Exit status|exited'`

export const signals: Area = {
  area: 'signals',
  cases: [
    {
      name: 'that end a program and have a name',
      script: `for s in ${named.join(' ')}; do ssh -v device "ulimit -c 0; kill -$s \\$\\$" ${report}; echo "$s \${PIPESTATUS[0]}"; done`,
    },
    {
      name: 'that end a program and have no name in the protocol',
      script: `for s in ${unnamed.join(' ')}; do ssh -v device "ulimit -c 0; kill -$s \\$\\$" ${report}; echo "$s \${PIPESTATUS[0]}"; done`,
    },
    {
      name: 'that end a program which leaves a core',
      alone: true,
      script: `ssh -vvv device "cd $PWD; ulimit -c unlimited; kill -ABRT \\$\\$" 2>&1 | grep -E 'exit-signal|core'; ls | sed 's/[0-9]//g'; rm -f core*`,
    },
    {
      name: 'that end a program on a terminal',
      script: `for s in INT TERM KILL HUP; do ssh -tt device "kill -$s \\$\\$"; echo "$s $?"; done`,
    },
    {
      name: 'that end the program within a shell',
      script: `for s in TERM KILL SEGV; do ssh device "bash -c 'kill -$s \\$\\$'; echo \\$?" 2>err; sed -E 's/ +[0-9]+ / N /' err; rm err; done; ssh device "bash -c 'kill -TERM \\$\\$'"; echo $?`,
    },
    {
      name: 'that a program takes for itself',
      script: `ssh device 'trap "echo caught; exit 4" TERM; kill -TERM $$; echo never'; echo $?`,
    },
    {
      name: 'by the control characters of a terminal',
      script: `for key in '\\003' '\\034'; do (while [ ! -e ready ]; do sleep 0.05; done; rm ready; printf "$key"; sleep 0.3) | ssh -tt device "stty -echo; touch $PWD/ready; sleep 20"; echo $?; done`,
    },
    {
      name: 'by a control character that the program takes',
      script: `(while [ ! -e ready ]; do sleep 0.05; done; rm ready; printf '\\003'; while [ ! -e ready ]; do sleep 0.05; done; rm ready) | ssh -tt device "stty -echo; trap 'echo caught; touch $PWD/ready; exit 3' INT; touch $PWD/ready; while :; do sleep 0.05; done"; echo $?`,
    },
    {
      name: 'of a client that is killed reach a program on a terminal',
      script: `ssh -tt device "trap 'echo hangup >$PWD/got; exit' HUP; echo \\$\\$ >$PWD/pid; while :; do sleep 0.05; done" </dev/zero >/dev/null 2>&1 & while [ ! -s pid ]; do sleep 0.05; done; { kill -KILL $!; wait; } 2>/dev/null; for i in $(seq 1 100); do [ -s got ] && break; sleep 0.05; done; cat got; rm pid`,
    },
    {
      name: 'of a client that is killed end the pipes of a program',
      script: `ssh device "echo \\$\\$ >$PWD/pid; cat; echo ended >$PWD/got" < <(sleep 4) >/dev/null 2>&1 & while [ ! -s pid ]; do sleep 0.05; done; { kill -KILL $!; wait; } 2>/dev/null; for i in $(seq 1 100); do [ -s got ] && break; sleep 0.05; done; cat got; rm pid`,
    },
    {
      name: 'of a client that is killed leave a command on pipes running',
      script: `ssh device "echo \\$\\$ >$PWD/pid; sleep 1.5; echo ended >$PWD/got" </dev/null >/dev/null 2>&1 & while [ ! -s pid ]; do sleep 0.05; done; { kill -KILL $!; wait; } 2>/dev/null; for i in $(seq 1 60); do [ -s got ] && break; sleep 0.05; done; cat got; rm pid`,
    },
  ],
}

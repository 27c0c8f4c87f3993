// Commands on a terminal. `pty` gives the client a terminal of its own.
import type { Area } from '../case.ts'

export const terminals: Area = {
  area: 'terminals',
  cases: [
    {
      name: 'are there with -tt',
      script: `ssh -tt device 'tty | sed "s/[0-9]*$//"; [ -t 0 ] && [ -t 1 ] && [ -t 2 ] && echo all' </dev/null`,
    },
    { name: 'are not there with -T', script: `ssh -T device 'tty; [ -t 1 ] || echo none'` },
    { name: 'are not there with -t and no local one', script: `ssh -t device 'tty' </dev/null` },
    { name: 'are there with -t and a local one', script: `pty "ssh -t device 'tty | sed s/[0-9]*$//'"` },
    {
      name: 'are not there for a command and a local one',
      script: `pty "ssh device 'tty; echo out; sleep 0.2; echo err >&2; exit 3'"; echo $?`,
    },
    { name: 'turn line ends', script: `ssh -tt device 'printf "a\\nb\\r\\nc"; printf "d\\n" >&2' | od -c` },
    { name: 'have the usual modes', script: `ssh -tt device 'stty -a' </dev/null` },
    { name: 'have the modes of the local one', script: `pty "ssh -tt device 'stty -a'"` },
    {
      name: 'have odd modes of the local one',
      script: `pty "stty intr ^X eof ^Y erase ^H kill ^K quit undef start ^A stop ^B susp ^G lnext undef werase ^T rprnt ^N discard undef -echo -echoe -echok echonl noflsh tostop -echoctl -echoke -iexten ixany ixoff -imaxbel iutf8 inlcr igncr -onlcr ocrnl onlret onocr istrip parmrk ignpar inpck; ssh -tt device 'stty -a'"`,
    },
    {
      name: 'have sizes and parity of the local one',
      script: `pty "stty cs7 parenb parodd 9600; ssh -tt device 'stty -a'"; pty "stty -iutf8 cs8 115200; ssh -tt device 'stty -a'"`,
    },
    { name: 'are raw when the local one is', script: `pty "stty raw; ssh -tt device 'stty -a'"` },
    {
      name: 'have the size of the local one',
      script: `pty "stty rows 33 cols 101; ssh -tt device 'stty size; echo \\$LINES \\$COLUMNS'"; ssh -tt device 'stty size' </dev/null`,
    },
    {
      name: 'have the largest size',
      script: `pty "stty rows 65535 cols 65535; ssh -tt device 'stty size'"; pty "stty rows 1 cols 1; ssh -tt device 'stty size'"`,
    },
    {
      name: 'hear of every change of size',
      script: `pty "stty rows 20 cols 80; (for i in 1 2 3 4 5 6 7 8; do while [ ! -e at\\$i ]; do sleep 0.02; done; stty rows \\$((20+i)) cols \\$((80+i)) </dev/tty; done) & ssh -tt device 'cd $PWD; i=1; touch at1; while [ \\$i -le 8 ]; do [ \\"\\$(stty size)\\" = \\"\\$((20+i)) \\$((80+i))\\" ] && { stty size; i=\\$((i+1)); touch at\\$i; }; sleep 0.02; done'"; rm -f at*`,
    },
    {
      name: 'tell the program of the last of many changes',
      script: `pty "(while [ ! -e up ]; do sleep 0.05; done; for i in \\$(seq 1 100); do stty rows \\$((i%90+5)) cols \\$((i+20)) </dev/tty; done; stty rows 99 cols 199 </dev/tty) & ssh -tt device 'touch $PWD/up; while [ \\"\\$(stty size)\\" != \\"99 199\\" ]; do sleep 0.05; done; stty size'"; rm up`,
    },
    {
      name: 'end with the code of the command',
      script: `for c in 0 1 42 255; do pty "ssh -t device 'exit $c'"; echo $?; done`,
    },
    {
      name: 'say that the connection is closed',
      script: `pty "ssh -t device 'echo bye'"; pty "ssh -q -t device 'echo bye'"`,
    },
    {
      name: 'deliver everything before the exit',
      script: `ssh -tt device 'seq 1 40000; exit 5' </dev/null | sha256sum; echo "\${PIPESTATUS[0]}"`,
    },
    {
      name: 'deliver everything a slow reader takes',
      script: `ssh -tt device 'seq 1 300000; exit 5' </dev/null | (sleep 0.5; sha256sum); echo "\${PIPESTATUS[0]}"`,
    },
    {
      name: 'give a program its end of input',
      script: `(while [ ! -e up ]; do sleep 0.02; done; printf 'one\\ntwo\\n\\004') | ssh -tt device "stty -echo; touch $PWD/up; cat; echo ended"; rm up`,
    },
    {
      name: 'echo what is typed',
      script: `(while [ ! -e up ]; do sleep 0.02; done; echo typed) | ssh -tt device "touch $PWD/up; read x; echo got \\$x"; rm up`,
    },
    {
      name: 'do not echo what is not to be seen',
      script: `(while [ ! -e up ]; do sleep 0.02; done; echo secret) | ssh -tt device "stty -echo; touch $PWD/up; read x; echo \\\${#x}"; rm up`,
    },
    {
      name: 'take every byte when raw',
      script: `(while [ ! -e up ]; do sleep 0.02; done; printf '\\000\\001\\003\\004\\021\\023\\032\\034\\177\\377\\r\\n') | ssh -tt -e none device "stty raw -echo; touch $PWD/up; head -c 12 | od -An -tx1; stty sane"; rm up`,
    },
    {
      name: 'belong to the user',
      script: `ssh -tt device 'stat -c "%U %G %a" $(tty) | sed "s/^$(id -un) /user /"; ls -l /proc/self/fd/0 | grep -c pts'`,
    },
    {
      name: 'control the session',
      script: `ssh -tt device 'echo hi >/dev/tty; ps -o tty=,tpgid=,pgid=,sid= -p $$ | awk "{print (\\$2==\\$3), (\\$3==\\$4)}"'`,
    },
    {
      name: 'have the signals and descriptors of a fresh program',
      script: `ssh -tt device 'grep -E "^Sig(Pnd|Blk|Ign|Cgt)" /proc/self/status; ls /proc/self/fd; umask; ulimit -a | sed "s/  */ /g"'`,
    },
    {
      name: 'are several in one connection',
      script: `ssh -MNf -S s device; for i in 1 2 3; do ssh -tt -S s device "echo $i; exit $i"; echo $?; done; ssh -O exit -S s device; while [ -S s ]; do sleep 0.02; done`,
    },
    {
      name: 'are suspended and continued',
      script: `(while [ ! -e up ]; do sleep 0.02; done; printf '\\032'; while [ ! -e sus ]; do sleep 0.02; done) | ssh -tt device "stty -echo; set -m; bash -c 'touch $PWD/up; sleep 60'; echo stopped \\$?; touch $PWD/sus; kill -9 %1"; rm up sus`,
    },
    {
      name: 'let a program read the escape character',
      script: `printf 'a~.\\n' | ssh -tt -e none device 'stty -echo; read x; echo "$x"'`,
    },
    {
      name: 'end the connection at the escape',
      script: `(while [ ! -e up ]; do sleep 0.02; done; printf '\\n~.'; sleep 1) | ssh -tt -e '~' device "touch $PWD/up; stty -echo; cat >/dev/null" | tail -n 1; echo "\${PIPESTATUS[1]}"; rm -f up`,
    },
  ],
}

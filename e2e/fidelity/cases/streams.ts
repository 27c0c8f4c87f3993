// Bytes in and out: large, empty, closed early, closed half.
import type { Area } from '../case.ts'

/** 64 MB that differ at each place and cost no random source. */
const numbers = 'seq 1 8300000 | head -c 64000000'

export const streams: Area = {
  area: 'streams',
  cases: [
    { name: 'brings back 64 MB', script: `ssh device '${numbers}' </dev/null | sha256sum; echo "\${PIPESTATUS[0]}"` },
    { name: 'takes 64 MB', script: `${numbers} | ssh device sha256sum` },
    {
      name: 'carries 16 MB both ways at once',
      script: `seq 1 2300000 | head -c 16000000 | ssh device cat | sha256sum`,
    },
    {
      name: 'carries 10 MB of output and of error side by side',
      script: `ssh device 'head -c 10000000 /dev/zero | tr "\\0" e >&2 & head -c 10000000 /dev/zero | tr "\\0" o; wait' >out 2>err`,
    },
    { name: 'carries nothing', script: `ssh device cat </dev/null | wc -c; printf '' | ssh device wc -c` },
    { name: 'carries one byte', script: `printf x | ssh device 'cat; cat >&2 <<<y'` },
    {
      name: 'carries zeros, line ends and control characters',
      script: `printf '\\0\\r\\n\\n\\r\\001\\003\\004\\021\\023\\032\\034\\177\\377~.\\n~.' | ssh device 'od -An -tx1; printf "\\0\\r\\n\\3\\4\\377~." >&2' 2>&1 | od -An -tx1`,
    },
    { name: 'does not read its input with -n', script: `echo mine | { ssh -n device 'wc -c'; cat; }` },
    { name: 'has no input when that is closed', script: `ssh device 'wc -c; echo after' <&-` },
    {
      name: 'goes on after its output was closed by us',
      script: `ssh device 'echo one; sleep 0.2; echo two >&2; exit 3' >&-; echo $?`,
    },
    {
      name: 'goes on after its error was closed by us',
      script: `ssh device 'echo one >&2; echo two; exit 3' 2>&-; echo $?`,
    },
    {
      name: 'ends when the reader goes away',
      script: `ssh device 'yes' | head -c 100000 | sha256sum; echo "\${PIPESTATUS[0]}"`,
    },
    {
      name: 'ends when the reader of a file goes away',
      script: `ssh device 'cat /dev/zero' | head -c 1000000 | wc -c; echo "\${PIPESTATUS[0]}"`,
    },
    {
      name: 'ends when the far reader goes away',
      script: `yes | ssh device 'head -c 100000 | sha256sum'; echo "\${PIPESTATUS[0]} \${PIPESTATUS[1]}"`,
    },
    {
      name: 'ends when the far program never reads',
      script: `head -c 30000000 /dev/zero | ssh device 'exec <&-; echo done'; echo "\${PIPESTATUS[1]}"`,
    },
    {
      name: 'ends the far writer of a closed pipe',
      script: `ssh device 'mkfifo '"$PWD"'/done; (yes; echo "yes: $?" >'"$PWD"'/done) | head -c 10 >/dev/null & cat '"$PWD"'/done; rm '"$PWD"'/done'`,
    },
    { name: 'hears of the end of its input', script: `printf abc | ssh device 'cat; echo; echo ended; exit 5'` },
    {
      name: 'goes on when only its input has ended',
      script: `printf abc | ssh device 'cat >/dev/null; for i in 1 2 3; do echo $i; sleep 0.1; done'`,
    },
    {
      name: 'closes its output first and says more on error',
      script: `ssh device 'exec >&-; sleep 0.1; echo late >&2; exit 4' >out`,
    },
    {
      name: 'closes its error first and says more on output',
      script: `ssh device 'exec 2>&-; sleep 0.1; echo late; exit 4'`,
    },
    {
      name: 'closes both outputs and goes on',
      script: `ssh device 'exec >&- 2>&-; sleep 0.3; echo there >'"$PWD"'/made; exit 6'`,
    },
    {
      name: 'waits for a reader that is slow',
      script: `ssh device '${numbers.replace('64000000', '20000000')}; exit 9' | (sleep 0.7; sha256sum); echo "\${PIPESTATUS[0]}"`,
    },
    {
      name: 'waits for a far reader that is slow',
      script: `seq 1 2000000 | ssh device 'sleep 0.7; sha256sum; exit 9'`,
    },
    {
      name: 'keeps the order of what one program writes',
      script: `ssh device 'for i in $(seq 1 3000); do echo $i; done' | sha256sum`,
    },
    {
      name: 'delivers everything that was written just before the exit',
      script: `for i in 1 2 3 4 5; do ssh device 'head -c 300000 /dev/zero; exit 7' | wc -c; echo "\${PIPESTATUS[0]}"; done`,
    },
    {
      name: 'delivers error that was written just before a signal',
      script: `ssh device 'head -c 300000 /dev/zero >&2; kill -9 $$' 2>err; wc -c <err; head -c 5 err | od -c; rm err`,
    },
    {
      name: 'runs a pipeline over both machines',
      script: `tar -cf - --sort=name --mtime=@0 -C /etc/skel . | ssh device 'tar -tf - | sort'`,
    },
    {
      name: 'copies a tree with tar',
      script: `mkdir t; for i in 1 2 3; do echo $i >t/$i; done; ln -s 1 t/l; tar -cf - t | ssh device 'mkdir '"$PWD"'/far && tar -xf - -C '"$PWD"'/far'`,
    },
    {
      name: 'answers a question that is asked over the pipe',
      script: `coproc S { ssh device 'while read -r l; do echo "got $l"; done; echo bye'; }; for w in a b c; do echo $w >&"\${S[1]}"; read -r r <&"\${S[0]}"; echo "$r"; done; eval "exec \${S[1]}>&-"; cat <&"\${S[0]}"`,
    },
  ],
}

// Connections from the client to what the device reaches: -L, -D, -W, -J.
import type { Area, Case } from '../case.ts'
import { withEnds } from '../ends.ts'

const cases: readonly Case[] = [
  {
    name: 'reach a port, 4 MB there and its digest back',
    script: `serve sha256sum; forward -L "$PWD/l:127.0.0.1:$port" device; numbers | ask UNIX:l; over; said`,
  },
  {
    name: 'bring 4 MB back and end',
    script: `serve 'seq 1 700000 | head -c 4000000'; forward -L "$PWD/l:127.0.0.1:$port" device; ask UNIX:l </dev/null | sha256sum; over; said`,
  },
  {
    name: 'carry both directions at once',
    script: `serve cat; forward -L "$PWD/l:127.0.0.1:$port" device; numbers | ask UNIX:l | sha256sum; over; said`,
  },
  {
    name: 'carry forty connections at once',
    script: `serve 'read -r n; sleep 0.3; echo "got $n"'; forward -L "$PWD/l:127.0.0.1:$port" device; for i in $(seq 10 49); do (echo $i | ask UNIX:l >o$i) & all+=($!); done; wait "\${all[@]}"; cat o*; rm o*; over; said`,
  },
  {
    name: 'listen on a port of the client',
    script: `serve sha256sum; mine=$(free); forward -L "$mine:127.0.0.1:$port" device; numbers | ask TCP:127.0.0.1:$mine; over; said $mine`,
  },
  {
    name: 'are half-closed by the client first',
    script: `serve 'cat >/dev/null; for i in 1 2 3; do echo $i; sleep 0.1; done'; forward -L "$PWD/l:127.0.0.1:$port" device; printf abc | ask UNIX:l; over; said`,
  },
  {
    name: 'are half-closed by the device first',
    script: `serve 'echo early; exec >&-; cat >got; echo over >>got'; forward -L "$PWD/l:127.0.0.1:$port" device; (sleep 0.5; echo late) | ask UNIX:l; await 'grep -q over got'; over; said`,
  },
  {
    name: 'say nothing at all',
    script: `serve true; forward -L "$PWD/l:127.0.0.1:$port" device; ask UNIX:l </dev/null | wc -c; over; said`,
  },
  {
    name: 'go on beside a target that never reads',
    script: `serve 'read -r what; if [ "$what" = stuck ]; then exec <&-; sleep 5; else sha256sum; fi'; forward -L "$PWD/l:127.0.0.1:$port" device; (echo stuck; cat /dev/zero) | timeout 2 socat -u - UNIX:l 2>/dev/null & sleep 0.5; (echo other; numbers) | ask UNIX:l; over; said`,
  },
  {
    name: 'go on beside a client that never reads',
    script: `serve 'read -r what; if [ "$what" = stuck ]; then yes; else sha256sum; fi'; forward -L "$PWD/l:127.0.0.1:$port" device; (echo stuck; sleep 2) | socat - UNIX:l 2>/dev/null | sleep 2 & sleep 0.5; (echo other; numbers) | ask UNIX:l; over; said`,
  },
  {
    name: 'are refused by nobody who listens',
    script: `gone=$(free); forward -L "$PWD/l:127.0.0.1:$gone" device; echo x | ask UNIX:l; told 'open failed'; ssh -S s device echo goes on; over; said $gone`,
  },
  {
    name: 'lead to a name that is none',
    script: `forward -L "$PWD/l:no-such-host.invalid:80" device; echo x | ask UNIX:l; told 'open failed'; over; said`,
  },
  {
    name: 'lead to an address that cannot be',
    script: `forward -L "$PWD/l:255.255.255.255:80" device; echo x | ask UNIX:l; told 'open failed'; over; said; rm -f l`,
    differs: {
      because: 'What fails before it is waited for has no word with sshd.',
      betterWords: true,
      sshd: { stdout: 'channel N: open failed: connect failed: open failed\n' },
      sshore: { stdout: 'channel N: open failed: connect failed: Network is unreachable\n' },
    },
  },
  {
    name: 'lead to an address of the wrong family',
    script: `serve cat; forward -L "$PWD/l:[::1]:$port" device; echo x | ask UNIX:l; told 'open failed'; over; said $port`,
  },
  {
    name: 'find localhost on whichever family listens',
    script: `serve 'echo four'; forward -L "$PWD/l:localhost:$port" device; ask UNIX:l </dev/null; over; said $port; kill $server; rm l; serve 'echo six' 'TCP6-LISTEN:0,bind=[::1],ipv6only'; forward -L "$PWD/l:localhost:$port" device; ask UNIX:l </dev/null; over; said $port; rm l`,
  },
  {
    name: 'reach a Unix socket',
    script: `serve sha256sum "UNIX-LISTEN:$PWD/far,mode=666"; forward -L "$PWD/l:$PWD/far" device; numbers | ask UNIX:l; over; said; rm -f l far`,
  },
  {
    name: 'lead to a Unix socket that is not there, or not for this user',
    script: `serve cat "UNIX-LISTEN:$PWD/far,mode=600"; forward -L "$PWD/l:$PWD/none" -L "$PWD/m:$PWD/far" device; for to in l m; do echo x | ask UNIX:$to; done; await '[ $(grep -c "open failed" log) = 2 ]'; over; said; rm -f l m far`,
    differs: {
      because: 'What fails before it is waited for has no word with sshd.',
      betterWords: true,
      sshd: { stdout: 'channel N: open failed: connect failed: open failed\n'.repeat(2) },
      sshore: {
        stdout: ['No such file or directory', 'Permission denied']
          .map((word) => `channel N: open failed: connect failed: ${word}\n`)
          .join(''),
      },
    },
  },
  {
    name: 'lead to a path that no socket can have',
    script: `long=$(printf 'x%.0s' $(seq 1 150)); forward -L "$PWD/l:/$long" device; echo x | ask UNIX:l; sleep 0.3; over; said; rm -f l`,
  },
  {
    name: 'are added to a connection that runs, and taken from it',
    script: `serve 'echo there'; forward device; ssh -S s -O forward -L "$PWD/l:127.0.0.1:$port" device; ask UNIX:l </dev/null; ssh -S s -O cancel -L "$PWD/l:127.0.0.1:$port" device; echo $?; ask UNIX:l </dev/null; ssh -S s -O cancel -L "$PWD/l:127.0.0.1:$port" device; echo $?; over; said $port; rm -f l`,
  },
  {
    name: 'keep the connection after its program has ended',
    script: `serve 'sleep 0.5; echo late'; ssh -f -E log -o ExitOnForwardFailure=yes -L "$PWD/l:127.0.0.1:$port" device 'sleep 0.3'; ask UNIX:l </dev/null; said; rm -f l`,
  },
  {
    name: 'end with a client that is killed',
    script: `serve 'cat >/dev/null; echo over >got'; ssh -N -E log -L "$PWD/l:127.0.0.1:$port" device & client=$!; await '[ -S l ]'; sleep 5 | socat - UNIX:l 2>/dev/null & await '[ -n "$(ss -tnH state established "( dport = :$port )")" ]'; kill -9 $client; wait $client 2>/dev/null; echo $?; await 'grep -q over got'; rm -f l log`,
  },
  {
    name: 'of -D lead wherever they are told',
    script: `serve sha256sum; mine=$(free); forward -D $mine device; numbers | ask SOCKS4A:127.0.0.1:localhost:$port,socksport=$mine; numbers | ask SOCKS4:127.0.0.1:127.0.0.1:$port,socksport=$mine; over; said $mine $port`,
  },
  {
    name: 'of -D serve curl, and tell it what failed',
    script: `serve 'printf "HTTP/1.0 200 OK\\r\\n\\r\\nhere"'; gone=$(free); mine=$(free); forward -D $mine device; for url in localhost:$port 127.0.0.1:$gone no-such-host.invalid; do curl -sS --noproxy '' -x socks5h://127.0.0.1:$mine http://$url/; echo " $?"; done 2>&1 | sed -E "s/$gone/PORT/g"; told 'Name or service'; over; said $mine $port $gone`,
  },
  {
    name: 'of -W carry standard input and output',
    script: `serve sha256sum; numbers | ssh -W 127.0.0.1:$port device; echo $?; serve 'echo early; sleep 0.5; echo late'; ssh -W localhost:$port device </dev/null; echo $?`,
  },
  {
    name: 'of -W end when the far side does, though there is input',
    script: `serve 'head -c 3'; (printf abc; sleep 1) | ssh -W 127.0.0.1:$port device; echo $?`,
  },
  {
    name: 'of -W say why they cannot be made',
    script: `gone=$(free); for to in 127.0.0.1:$gone no-such-host.invalid:80; do ssh -W $to device </dev/null 2>log; echo $?; said $gone; done`,
  },
  {
    name: 'of -J reach the next host',
    script: `ssh -J device dash 'echo "$0 on the next"; exit 7'; echo $?; seq 1 100000 | ssh -J device,dash root sha256sum`,
  },
]

export const localForwards: Area = {
  area: 'local forwards',
  cases: cases.map((one) => ({ ...one, script: withEnds(one.script) })),
}

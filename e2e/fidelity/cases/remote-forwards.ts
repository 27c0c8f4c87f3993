// What listens on the device for the client: -R to ports and Unix sockets, and the ssh-agent.
import type { Area, Case } from '../case.ts'
import { withEnds } from '../ends.ts'

/** Where it listens, whichever port that is. */
const places = `ss -tlnH "sport = :$there" | awk '{ print $4 }' | sed 's/:[0-9]*$//' | sort`
/** The user's ssh-agent; with one key. */
const sshAgent = `eval "$(ssh-agent)" >/dev/null; trap 'kill $SSH_AGENT_PID $(jobs -p) 2>/dev/null' EXIT`
const keys = `${sshAgent}; ssh-keygen -q -t ed25519 -N '' -C fidelity -f k; ssh-add -q k`
const brought = '-o IdentityAgent=SSH_AUTH_SOCK -A'

const cases: readonly Case[] = [
  {
    name: 'listen on a port, 4 MB there and the digest back',
    script: `serve sha256sum; there=$(free); forward -R "$there:127.0.0.1:$port" device; numbers | ask TCP:127.0.0.1:$there; over; said $there $port`,
  },
  {
    name: 'bring 4 MB to whoever connects',
    script: `serve 'seq 1 700000 | head -c 4000000'; there=$(free); forward -R "$there:127.0.0.1:$port" device; ask TCP:127.0.0.1:$there </dev/null | sha256sum; over; said $there $port`,
  },
  {
    name: 'carry forty connections at once',
    script: `serve 'read -r n; sleep 0.3; echo "got $n"'; there=$(free); forward -R "$there:127.0.0.1:$port" device; for i in $(seq 10 49); do (echo $i | ask TCP:127.0.0.1:$there >o$i) & all+=($!); done; wait "\${all[@]}"; cat o*; rm o*; over; said $there $port`,
  },
  {
    name: 'are half-closed by either side first',
    script: `serve 'read -r first; if [ "$first" = quiet ]; then exec >&-; cat >got; echo over >>got; else cat >/dev/null; sleep 0.3; echo late; fi'; there=$(free); forward -R "$there:127.0.0.1:$port" device; echo talk | ask TCP:127.0.0.1:$there; (echo quiet; sleep 0.4; echo more) | ask TCP:127.0.0.1:$there; await 'grep -q over got'; over; said $there $port`,
  },
  {
    name: 'are told the port that was chosen for 0',
    script: `serve 'echo there'; forward -R "0:127.0.0.1:$port" device; there=$(chosen); ask TCP:127.0.0.1:$there </dev/null; over; said $there $port`,
  },
  {
    name: 'listen no more when the connection is over',
    script: `serve 'echo there'; there=$(free); forward -R "$there:127.0.0.1:$port" device; listens $there && echo listens; over; await '! listens $there'; said $there $port`,
  },
  {
    name: 'listen where their bind word says',
    script: `serve 'echo there'; for word in '' ':' 'localhost:' '127.0.0.1:' '[::1]:' '*:' '0.0.0.0:' '[::]:' ; do there=$(free); forward -R "$word$there:127.0.0.1:$port" device; echo "[$word]"; ${places}; over; await '! listens $there'; said $there $port; done`,
  },
  {
    name: 'listen at an address that is not the device, or no address',
    script: `serve 'echo there'; for word in 192.0.2.1 no-such-host.invalid 127.0.0.2; do there=$(free); forward -R "$word:$there:127.0.0.1:$port" device; echo "[$word] $?"; ${places}; [ -S s ] && over; said $there $port; done`,
  },
  {
    name: 'are refused a port that is taken',
    script: `serve 'echo there'; forward -R "127.0.0.1:$port:127.0.0.1:$port" device; echo $?; said $port; ssh -E log -R "127.0.0.1:$port:127.0.0.1:$port" device echo runs; said $port`,
  },
  {
    name: 'are refused a port that is not for ordinary users',
    script: `forward -R 987:127.0.0.1:1 device; echo $?; said; ssh -E log -o ExitOnForwardFailure=yes -R 987:127.0.0.1:1 root 'ss -tlnH "sport = :987" | wc -l'; said`,
    alone: true,
  },
  {
    name: 'lead to a port of the client where nobody listens',
    script: `gone=$(free); there=$(free); forward -R "$there:127.0.0.1:$gone" device; echo x | ask TCP:127.0.0.1:$there; told failed; over; said $there $gone`,
  },
  {
    name: 'are added to a connection that runs, and taken from it',
    script: `serve 'echo there'; forward device; there=$(free); ssh -S s -O forward -R "$there:127.0.0.1:$port" device; ask TCP:127.0.0.1:$there </dev/null; ssh -S s -O cancel -R "$there:127.0.0.1:$port" device; echo $?; await '! listens $there'; ssh -S s -O cancel -R "$there:127.0.0.1:$port" device 2>&1 | sed "s/$there/PORT/"; chosen=$(ssh -S s -O forward -R "0:127.0.0.1:$port" device); ask TCP:127.0.0.1:$chosen </dev/null; ssh -S s -O cancel -R "0:127.0.0.1:$port" device; await '! listens $chosen'; over; said $there $port $chosen`,
  },
  {
    name: 'stay open for a connection that was made before they were taken away',
    script: `serve 'read -r n; echo "first $n"; read -r n; echo "second $n"'; there=$(free); forward -R "$there:127.0.0.1:$port" device; coproc C { ask TCP:127.0.0.1:$there; }; echo one >&"\${C[1]}"; read -r r <&"\${C[0]}"; echo "$r"; ssh -S s -O cancel -R "$there:127.0.0.1:$port" device; await '! listens $there'; echo two >&"\${C[1]}"; read -r r <&"\${C[0]}"; echo "$r"; over; said $there $port`,
  },
  {
    name: 'are several of one connection',
    script: `serve 'echo there'; forward -R "0:127.0.0.1:$port" -R "0:localhost:$port" -R "0:127.1:$port" device; await '[ $(grep -c Allocated log) = 3 ]'; for there in $(sed -nE 's/^Allocated port ([0-9]+) .*/\\1/p' log); do ask TCP:127.0.0.1:$there </dev/null; sed -i "s/$there/PORT/" log; done; over; said $port`,
  },
  {
    name: 'serve SOCKS to the device',
    script: `serve sha256sum; there=$(free); forward -R $there device; numbers | ask SOCKS4A:127.0.0.1:localhost:$port,socksport=$there; over; said $there $port`,
  },
  {
    name: 'reach a Unix socket of the client',
    script: `serve sha256sum "UNIX-LISTEN:$PWD/mine"; there=$(free); forward -R "$there:$PWD/mine" device; numbers | ask TCP:127.0.0.1:$there; over; said $there; rm -f mine`,
  },
  {
    name: 'listen on a Unix socket',
    script: `serve sha256sum; forward -R "$PWD/far:127.0.0.1:$port" device; stat -c '%A %U' far | sed "s/ \\(test\\|sshore\\).*/ user/"; numbers | ask UNIX:far; ssh -S s -O cancel -R "$PWD/far:127.0.0.1:$port" device; echo $?; await '[ -z "$(ss -xlH src "$PWD/far")" ]'; echo x | ask UNIX:far; over; said $port; rm -f far`,
  },
  {
    name: 'are refused a Unix socket that is there, or where the user may not',
    script: `touch far; chmod 666 far; for place in "$PWD/far" /root/far; do forward -R "$place:127.0.0.1:1" device; echo $?; said; done; rm -f far`,
  },
  {
    name: 'leave no Unix socket behind',
    script: `forward -R "$PWD/far:127.0.0.1:1" device; over; for i in 1 2 3; do [ -e far ] && sleep 0.2; done; ls far 2>/dev/null; said; rm -f far`,
    differs: {
      because: "sshd leaves the socket's name there, and the next connection cannot listen on it.",
      sshd: { stdout: 'far\n' },
      sshore: { stdout: '' },
    },
  },
  {
    name: 'end with a client that is killed',
    script: `serve 'cat >/dev/null'; there=$(free); ssh -N -E log -R "$there:127.0.0.1:$port" device & client=$!; await 'listens $there'; kill -9 $client; wait $client 2>/dev/null; await '! listens $there'; rm log`,
  },
]

const agents: readonly Case[] = [
  {
    name: 'shows its keys',
    script: `${keys}; ssh ${brought} device 'ssh-add -l; ssh-add -L | ssh-keygen -lf -' | sed -E 's/SHA256:[^ ]+/FINGERPRINT/'; ssh device 'echo "[$SSH_AUTH_SOCK]"'; rm k*`,
  },
  {
    name: 'has a socket for nobody else',
    script: `${keys}; ssh ${brought} device 'stat -c %F "$SSH_AUTH_SOCK"; stat -c "%a %F" "\${SSH_AUTH_SOCK%/*}"; [ -O "$SSH_AUTH_SOCK" ] && echo own; echo "$SSH_AUTH_SOCK"' >out; sed -E 's|/tmp/ssh-[A-Za-z0-9]+/agent\\.[0-9]+|SOCKET|' out; gone=$(tail -n 1 out); await '[ ! -e "\${gone%/*}" ]'; rm out k*`,
  },
  {
    name: 'is there for a terminal, and for every session of a connection',
    script: `${keys}; ssh ${brought} -MNf -S s device; pty 'ssh -tt ${brought} -S s device "ssh-add -l"' | sed -E 's/SHA256:[^ ]+/FINGERPRINT/'; ssh ${brought} -S s device 'ssh-add -l | wc -l'; over; rm k*`,
  },
  {
    name: 'signs for git on the device',
    script: `${sshAgent}; ssh-add -q "$LOGIN_KEY"; git init -q --bare there.git; chmod -R a+rwX there.git; far=$(command -v far); ssh ${brought} device "export GIT_SSH_COMMAND=$far GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0=*; cd $PWD && git clone -q device:$PWD/there.git here && cd here && echo text >file && git add file && git -c user.name=n -c user.email=e@example.com commit -qm one && git push -q origin HEAD:main && git ls-remote origin | cut -f2"; echo $?; rm -rf there.git here`,
  },
  {
    name: 'leads on to another host',
    script: `${sshAgent}; ssh-add -q "$LOGIN_KEY"; far=$(command -v far); ssh ${brought} device "exec 2>&1; $far device 'echo two hosts on'; $far -o IdentityAgent=none device true; echo \\$?" | grep -v '^Authorized'`,
  },
  {
    name: 'that is not there is not brought',
    script: `SSH_AUTH_SOCK=$PWD/none ssh ${brought} device 'echo "[$SSH_AUTH_SOCK]"'; echo $?`,
  },
]

const within = (area: string, cases: readonly Case[]): Area => ({
  area,
  cases: cases.map((one) => ({ ...one, script: withEnds(one.script) })),
})

export const remoteForwards = within('remote forwards', cases)
export const sshAgents = within('a forwarded ssh-agent', agents)

// The connection itself: several sessions in one, its control, its keys, its silence.
import type { Area } from '../case.ts'

const master = 'ssh -MNf -S s'

export const connections: Area = {
  area: 'connections',
  cases: [
    {
      name: 'carry many sessions at once',
      script: `${master} device; for i in $(seq 1 10); do (echo "in $i" | ssh -S s device "cat; echo $i; exit $i" >out$i; echo $? >>out$i) & done; wait; cat out*; ssh -O exit -S s device; while [ -S s ]; do sleep 0.02; done; rm out*`,
    },
    {
      name: 'are asked for by -O check',
      script: `${master} device; ssh -O check -S s device 2>&1 | sed 's/pid=[0-9]*/pid=N/'; ssh -O exit -S s device; while [ -S s ]; do sleep 0.02; done; ssh -O check -S s device`,
    },
    {
      name: 'are left by -O stop',
      script: `${master} device; ssh -S s device 'echo up; while [ ! -e '"$PWD"'/go ]; do sleep 0.05; done; echo down' & while [ ! -S s ]; do sleep 0.05; done; sleep 0.3; ssh -O stop -S s device; ls s; touch go; wait; echo $?`,
    },
    {
      name: 'are ended by -O exit',
      script: `${master} device; ssh -S s device 'sleep 20' & sleep 0.5; ssh -O exit -S s device; while [ -S s ]; do sleep 0.02; done; wait $!; echo $?`,
    },
    {
      name: 'stay for sessions after the first has ended',
      script: `ssh -M -S s -o ControlPersist=20 device 'echo first'; ssh -S s device 'echo second'; ssh -O exit -S s device; while [ -S s ]; do sleep 0.02; done`,
    },
    {
      name: 'live for one that is slow beside one that is quick',
      script: `${master} device; ssh -S s device 'yes | head -c 30000000' | (sleep 1; wc -c) & ssh -S s device 'echo quick'; wait; ssh -O exit -S s device; while [ -S s ]; do sleep 0.02; done`,
    },
    {
      name: 'end with a client that is killed',
      script: `${master} device; ssh -S s device "echo \\$\\$ >$PWD/pid; cat; echo over >$PWD/got" < <(sleep 5) & while [ ! -s pid ]; do sleep 0.05; done; ssh -O exit -S s device 2>/dev/null; while [ -S s ]; do sleep 0.02; done; for i in $(seq 1 100); do [ -s got ] && break; sleep 0.05; done; cat got; rm pid`,
    },
    {
      name: 'change their keys by volume',
      script: `ssh -v -o RekeyLimit=1M device 'head -c 10000000 /dev/zero | tr "\\0" x' 2>log | sha256sum; [ $(grep -c 'SSH2_MSG_NEWKEYS sent' log) -gt 5 ] && echo rekeyed; rm log`,
    },
    {
      name: 'change their keys by volume of the client',
      script: `head -c 10000000 /dev/zero | ssh -v -o RekeyLimit=1M device sha256sum 2>log; [ $(grep -c 'SSH2_MSG_NEWKEYS sent' log) -gt 5 ] && echo rekeyed; rm log`,
    },
    {
      name: 'change their keys by time',
      script: `ssh -v -o RekeyLimit='default 1s' device 'for i in 1 2 3 4 5; do echo $i; sleep 0.5; done' 2>log; [ $(grep -c 'SSH2_MSG_NEWKEYS sent' log) -gt 1 ] && echo rekeyed; rm log`,
    },
    {
      name: 'answer keepalives',
      script: `ssh -v -o ServerAliveInterval=1 -o ServerAliveCountMax=1 device 'sleep 3.5; echo alive'  2>&1 | grep -vE '^(debug1|OpenSSH|Transferred|Bytes|Authenticated)'`,
    },
    {
      name: 'compress when asked',
      script: `ssh -C device 'seq 1 100000' | sha256sum; seq 1 100000 | ssh -C device sha256sum`,
    },
    {
      name: 'refuse a login without a key',
      script: `ssh -o IdentityFile=/dev/null -o PreferredAuthentications=none device true; echo $?`,
    },
    {
      name: 'start no program with -N and end with the client',
      script: `ssh -N -S s -M -f device; ssh -S s device echo one; ssh -S s -O exit device; while [ -S s ]; do sleep 0.02; done`,
    },
    {
      name: 'open in parallel',
      script: `for i in $(seq 1 6); do (ssh device "echo $i" >o$i) & done; wait; cat o?; rm o?`,
    },
    {
      name: 'do not wait for the other end of -W when it is not there',
      script: `ssh -W 127.0.0.1:1 device </dev/null; echo $?`,
    },
  ],
}

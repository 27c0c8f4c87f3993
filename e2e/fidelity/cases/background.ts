// What a session leaves behind, and what it waits for.
import type { Area } from '../case.ts'

const soon = `for i in $(seq 1 100); do [ -s got ] && break; sleep 0.05; done`

export const background: Area = {
  area: 'background programs',
  cases: [
    {
      name: 'hold the pipes and are waited for',
      script: `ssh device '(sleep 0.6; echo late) & echo first; exit 3'; echo $?`,
    },
    {
      name: 'hold only error and are waited for',
      script: `ssh device '(sleep 0.6; echo late >&2) >/dev/null & echo first; exit 3'; echo $?`,
    },
    {
      name: 'hold nothing and are not waited for',
      script: `start=$SECONDS; ssh device 'sleep 8 >/dev/null 2>&1 </dev/null & exit 3'; echo $?; [ $((SECONDS - start)) -lt 6 ] && echo soon`,
    },
    {
      name: 'hold only the input and are not waited for',
      script: `start=$SECONDS; sleep 0.1 | ssh device 'exec 3<&0; sleep 8 <&3 >/dev/null 2>&1 & exit 3'; echo $?; [ $((SECONDS - start)) -lt 6 ] && echo soon`,
    },
    {
      name: 'go on after the session',
      script: `ssh device '(sleep 0.6; echo still >'"$PWD"'/got) >/dev/null 2>&1 &'; ${soon}; cat got`,
    },
    {
      name: 'go on under nohup',
      script: `ssh device 'nohup sh -c "sleep 0.6; echo still >'"$PWD"'/got" >/dev/null 2>&1 &'; ${soon}; cat got`,
    },
    {
      name: 'go on after setsid',
      script: `ssh -tt device 'setsid sh -c "sleep 0.6; echo still >'"$PWD"'/got" >/dev/null 2>&1 </dev/null & sleep 0.2'; ${soon}; cat got`,
    },
    {
      name: 'of a terminal get a hang-up',
      script: `ssh -tt device 'sh -c "trap \\"echo hup >'"$PWD"'/got; exit\\" HUP; touch '"$PWD"'/up; while :; do sleep 0.05; done" & while [ ! -e '"$PWD"'/up ]; do sleep 0.05; done' | grep -v Hangup; ${soon}; cat got`,
    },
    {
      name: 'of a terminal go on under nohup',
      script: `ssh -tt device 'nohup sh -c "sleep 0.8; echo still >'"$PWD"'/got" >/dev/null 2>&1 & sleep 0.3'; ${soon}; cat got`,
    },
    {
      name: 'of a terminal are not waited for',
      script: `start=$SECONDS; ssh -tt device 'nohup sleep 8 & sleep 0.3; exit 3' </dev/null >/dev/null 2>&1; echo $?; [ $((SECONDS - start)) -lt 6 ] && echo soon`,
    },
    {
      name: 'are left by ssh -f',
      script: `ssh -f device 'sleep 0.3; echo from the background >'"$PWD"'/got; echo said' >said; echo returned; ${soon}; cat got; while [ ! -s said ]; do sleep 0.02; done; cat said; rm said`,
    },
    {
      name: 'are not there with -N',
      script: `ssh -N device & while ! ss -Htn state established | grep -q .; do sleep 0.1; done; sleep 0.5; kill $!; wait $!; echo $?`,
    },
  ],
}

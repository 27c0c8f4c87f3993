// scp, in both of its protocols, and rsync.
import type { Area, Case } from '../case.ts'

const bothWays = (name: string, script: (scp: string) => string): Case[] => [
  { name: `${name}, over SFTP`, script: script('scp') },
  { name: `${name}, in the old protocol`, script: script('scp -O') },
]

export const copies: Area = {
  area: 'copies',
  cases: [
    ...bothWays(
      'copies a file there and back',
      (scp) => `seq 1 100000 >a; ${scp} a device:"$PWD/b"; ${scp} device:"$PWD/b" c; cmp a c && echo same; rm a b c`,
    ),
    ...bothWays(
      'copies 30 MB',
      (scp) =>
        `seq 1 3700000 >a; ${scp} a device:"$PWD/b"; ${scp} device:"$PWD/b" c; cmp a b && cmp a c && echo same; rm a b c`,
    ),
    ...bothWays('copies an empty file', (scp) => `: >a; ${scp} a device:"$PWD/b"; ${scp} device:"$PWD/b" c`),
    ...bothWays(
      'keeps modes and times',
      (scp) =>
        `echo x >a; chmod 4751 a; touch -d @1500000000 a; ${scp} -p a device:"$PWD/b"; ${scp} -p device:"$PWD/b" c; stat -c '%n %a %Y' a b c`,
    ),
    ...bothWays(
      'copies trees with modes and times',
      (scp) =>
        `mkdir -p t/u t/empty; echo 1 >t/1; echo 2 >t/u/2; chmod 600 t/1; chmod 711 t/u; touch -d @1500000000 t/1 t/u; ${scp} -rp t device:"$PWD/far"; ${scp} -rp device:"$PWD/far" back; find far back -printf '%p %m %Ts\\n' | sort | grep -v '^\\(far\\|back\\)[^/]* ' | grep -v -e empty -e u/2; ${scp} -r t device:"$PWD/far"; find far | sort`,
    ),
    ...bothWays(
      'copies several files into a folder',
      (scp) =>
        `mkdir d; echo 1 >a; echo 2 >b; ${scp} a b device:"$PWD/d"; ${scp} device:"$PWD/a" device:"$PWD/b" d/..; ${scp} a b device:"$PWD/gone"; echo $?`,
    ),
    ...bothWays(
      'copies what a pattern fits',
      (scp) =>
        `mkdir s d; echo 1 >s/a1; echo 2 >s/a2; echo 3 >s/b1; ${scp} device:"$PWD/s/a*" d; ${scp} device:"$PWD/s/[b]?" d; ls d; ${scp} device:"$PWD/s/x*" d; echo $?`,
    ),
    ...bothWays(
      'says what is missing or refused',
      (scp) =>
        `echo >a; mkdir no; chmod 700 no; echo >no/s; ${scp} device:"$PWD/gone" x; echo $?; ${scp} a device:"$PWD/gone/x"; echo $?; ${scp} gone device:"$PWD/x"; echo $?; ${scp} a device:"$PWD/no/x"; echo $?; ${scp} device:"$PWD/no/s" x; echo $?; ${scp} device:"$PWD" x; echo $?; ${scp} a device:/proc/x; echo $?`,
    ),
    ...bothWays(
      'copies a name with a blank',
      (scp) =>
        `echo 1 >'a b'; ${scp} 'a b' device:"'$PWD/c d'"; ${scp} device:"$PWD/a b" e; ${scp} device:"$PWD/a\\\\ b" f; ls; echo $?`,
    ),
    ...bothWays(
      'copies between two users through us',
      (scp) =>
        `seq 1 5000 >a; chmod 777 .; ${scp} -3 device:"$PWD/a" dash:"$PWD/b"; echo $?; cmp a b && echo same; ${scp} -3 device:"$PWD/gone" dash:"$PWD/c"; echo $?`,
    ),
    ...bothWays(
      'copies at a limited rate',
      (scp) => `seq 1 20000 >a; ${scp} -l 8000 a device:"$PWD/b"; cmp a b && echo same`,
    ),
    ...bothWays(
      'copies over links',
      (scp) =>
        `mkdir t; echo 1 >t/f; ln -s f t/l; ln -s gone t/dangling; ${scp} -r device:"$PWD/t" back; echo $?; ls -l back | sed 's/.* //'; ${scp} t/l device:"$PWD/x"`,
    ),
    {
      name: 'copies to a home folder',
      script: `echo 1 >in-home-1; scp in-home-1 device:; scp device:in-home-1 back; scp in-home-1 device:~/in-home-2; ssh device 'ls in-home*; rm in-home*'`,
    },
    {
      name: 'makes a true copy with rsync',
      script: `mkdir -p t/u; seq 1 30000 >t/a; ln t/a t/hard; ln -s a t/l; : >t/empty; chmod 640 t/a; touch -d @1500000000 t/a t/u; rsync -aH t/ device:"$PWD/far/"; rsync -aHi t/ device:"$PWD/far/"; find far -printf '%p %m %n %l\\n' | sort; rsync -aH device:"$PWD/far/" back; diff -r t back && echo same`,
    },
    {
      name: 'deletes with rsync what is gone',
      script: `mkdir s; touch s/1 s/2 s/3; touch -d 2020-01-01 s; rsync -a s/ device:"$PWD/d/"; rm s/2; touch s/4; rsync -aiv --delete s/ device:"$PWD/d/" | grep -v -E 'sent|total|speed'; ls d`,
    },
    {
      name: 'sends only what changed with rsync',
      script: `seq 1 200000 >a; cp a b; echo more >>b; rsync -t --inplace --stats b device:"$PWD/a" | grep -E 'Literal|Matched'; cmp a b && echo same; rm a b`,
    },
    {
      name: 'says with rsync what is missing or refused',
      // Whether rsync still reads why a file could not be written is a matter of time: it writes into a broken pipe meanwhile.
      script: `mkdir no; chmod 700 no; echo >a; rsync device:"$PWD/gone" .; echo $?; rsync a device:"$PWD/no/x" 2>/dev/null; echo $?; rsync -a device:"$PWD/no" back; echo $?`,
    },
    {
      name: 'keeps holes with rsync',
      script: `truncate -s 50M a; echo end >>a; rsync -S a device:"$PWD/b"; cmp a b && [ $(du -k b | cut -f1) -lt 1000 ] && echo sparse; rm a b`,
    },
    {
      name: 'resumes with rsync',
      script: `seq 1 200000 >a; head -c 500000 a >b; rsync --append-verify a device:"$PWD/b"; cmp a b && echo same; rm a b`,
    },
  ],
}

// Files over SFTP: each operation that the client has.
import { batch, within } from '../batch.ts'
import type { Area } from '../case.ts'

const plainTimes = `sed -E 's/(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) +[0-9]+ +([0-9]{2}:[0-9]{2})/DATE/'`

export const sftpFiles: Area = {
  area: 'sftp files',
  cases: [
    {
      name: 'tells where it is',
      script: `${batch('pwd\nlpwd\ncd /tmp\npwd\ncd /usr/../etc/./\npwd')} | sed "s#$(pwd)#W#"`,
    },
    { name: 'puts and gets', script: `seq 1 50000 >a; ${within('put a b\nget b c')}; cmp a c && echo same` },
    { name: 'puts and gets an empty file', script: `: >a; ${within('put a b\nget b c')}` },
    {
      name: 'puts and gets 20 MB',
      script: `seq 1 2500000 >a; ${within('put a b\nget b c')}; cmp a b && cmp a c && echo same; rm a b c`,
    },
    {
      name: 'keeps modes and times with -p',
      script: `echo x >a; chmod 751 a; touch -d @1500000000 a; ${within('put -p a b\nget -p b c')}; stat -c '%n %a %Y' a b c`,
    },
    {
      name: 'gives new files the mask of the user',
      script: `echo x >a; chmod 666 a; ${within('put a b\nmkdir d')}; stat -c '%n %a' b d`,
    },
    {
      name: 'puts and gets trees',
      script: `mkdir -p t/u/v; echo 1 >t/1; echo 2 >t/u/2; chmod 600 t/1; ln -s 1 t/l; ${within('put -r t far\nget -r far back')}; find far back | sort`,
    },
    {
      name: 'makes and removes folders',
      script: `${within('mkdir d\nmkdir d/e\nls -l\nrmdir d/e\nrmdir d')} | ${plainTimes}`,
    },
    {
      name: 'renames',
      script: `echo 1 >a; echo 2 >b; mkdir d; ${within('rename a b\nrename b d/c\nrename d e\nls e')}`,
    },
    {
      name: 'renames in the old way',
      script: `echo 1 >a; echo 2 >b; mkdir d; ${within('rename -l a c\n-rename -l b c\n-rename -l d c\n-rename -l gone x\nrename -l d e')}`,
    },
    {
      name: 'links',
      script: `echo 1 >a; ${within('ln a hard\nln -s a soft\nln -s /no/where dangling\n-ln gone hard2\n-ln a hard\n-ln -s x soft\nls -l')} | ${plainTimes} | sed "s/$(stat -c %U .)/user/g"; ls -l soft dangling | sed 's/.*\\(soft\\|dangling\\)/\\1/'`,
    },
    {
      name: 'removes',
      script: `echo 1 >a; echo 2 >b1; echo 3 >b2; mkdir d; ${within('rm a\nrm b*\n-rm gone\n-rm d\n-rmdir gone\nrmdir d')}`,
    },
    {
      name: 'changes modes',
      script: `ssh device "cd $PWD; echo 1 >a; mkdir d; ln -s a l"; ${within('chmod 600 a\nchmod 4755 a\nchmod 1777 d\nchmod 640 l\n-chmod 600 gone\n-chmod 888 a\nchmod -h 600 a')}`,
    },
    {
      name: 'changes owners, as far as a user may',
      script: `ssh device "cd $PWD; echo 1 >a"; g=$(ssh device id -g); sftp -b - device:"$PWD" <<<$'-chown 0 a\\n-chgrp 0 a\\n-chown 0 gone\\nchgrp '$g' a' 2>&1`,
    },
    {
      name: 'changes owners as root',
      // Numbers that no port has: those of the two servers are made equal.
      script: `echo 1 >a; sftp -b - root:"$PWD" <<<$'chown 123456 a\\nchgrp 654321 a\\nls -ln a' 2>&1 | ${plainTimes}; stat -c '%u %g' a`,
    },
    {
      name: 'tells the space left',
      script: `${batch('df /tmp\ndf -h /tmp\ndf -i /tmp\n-df /no/such')} | sed -E 's/ +[0-9.]+[A-Z]*/ N/g'`,
    },
    {
      name: 'lists',
      script: `umask 022; echo 1 >b; echo 22 >a; echo x >.hidden; mkdir d; echo y >d/inner; touch -d @1500000000 a; ${within('ls\nls -1\nls -a\nls -la\nls -lt\nls -ltr\nls -lS\nls -ln\nls -lh\nls d\nls -l d\nls *\nls -d d\n-ls gone\n-ls g*')} | ${plainTimes}`,
    },
    {
      name: 'lists kinds of files',
      script: `mkfifo p; ln -s p l; mkdir d; chmod 1777 d; echo >s; chmod 4755 s; echo >g; chmod 2711 g; echo >n; chmod 4644 n; touch -d 2031-01-01 future; ${within('ls -l')} | ${plainTimes}; ${batch('ls -l /dev/null\nls -l /dev/fd/0')} | ${plainTimes} | sed 's/pipe:.*//' | head -n 3`,
    },
    {
      name: 'lists owners that have no name',
      script: `echo >a; chown 123456:654321 a; ${within('ls -l a\nls -ln a')} | ${plainTimes}`,
    },
    {
      name: 'lists 2,000 files',
      script: `mkdir d; (cd d; touch $(seq -f 'file-%.0f' 1 2000)); ${within('ls -1 d')} | sort | sha256sum; rm -r d`,
    },
    {
      name: 'resumes',
      script: `seq 1 100000 >a; head -c 300000 a >b; head -c 200000 a >c; ${within('reput a b\nreget a c')}; cmp a b && cmp a c && echo same; rm a b c`,
    },
    {
      name: 'refuses to resume a file that is longer',
      script: `seq 1 1000 >a; seq 1 2000 >b; ${within('-reput a b\n-reget a b')}`,
    },
    {
      name: 'writes over a longer file',
      script: `seq 1 10 >a; seq 1 20000 >b; ${within('put a b')}; cmp a b && echo same`,
    },
    {
      name: 'keeps holes only as zeros',
      script: `truncate -s 30M a; printf end >>a; ${within('put a b')}; cmp a b && echo same; rm a b`,
    },
    {
      name: 'copies on the device',
      script: `seq 1 300000 >a; ${within('-cp a b\n-cp gone c\n-cp a /no/such/x')}; cmp a b && echo same; rm a b`,
    },
    {
      name: 'copies a sparse file of 5 GB by its ends',
      alone: true,
      script: `truncate -s 5G a; printf end >>a; printf x | dd of=a conv=notrunc bs=1 seek=5000000000 2>/dev/null; head -c 4000000000 /dev/null; truncate -s 5368700000 b; ${within('reget a b')} | head -n 2; tail -c 3 b; stat -c %s b; rm a b`,
    },
    {
      name: 'follows links',
      script: `mkdir d; echo 1 >d/f; ln -s d ld; ln -s d/f lf; ln -s gone lg; ${within('ls ld\nget lf x\n-get lg y\ncd ld\npwd\nls')}`,
    },
    {
      name: 'uses the folder of a user',
      script: `${batch('cd ~\n-cd ~root\n-ls ~nosuchuser')} ; ssh device 'touch in-home'; echo 'ls in-home' | sftp -b - device; ssh device 'rm in-home'`,
    },
  ],
}

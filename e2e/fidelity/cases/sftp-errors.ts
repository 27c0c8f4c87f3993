// Files over SFTP: what the client says when something is refused; odd names.
import { within } from '../batch.ts'
import type { Area } from '../case.ts'

export const sftpErrors: Area = {
  area: 'sftp errors',
  cases: [
    {
      name: 'a file that is not there',
      script: within(
        '-get gone\n-put gone\n-ls gone\n-cd gone\n-rm gone\n-rmdir gone\n-rename gone x\n-chmod 600 gone\n-ln gone x\n-df gone',
      ),
    },
    {
      name: 'a folder that is not there',
      script: `echo 1 >a; ${within('-get no/gone\n-put a no/gone\n-ls no/gone\n-mkdir no/gone\n-rename a no/gone\n-ln -s a no/gone\n-ln a no/gone')}`,
    },
    {
      name: 'a file where a folder should be',
      script: `echo 1 >a; ${within('-get a/x\n-put a a/x\n-ls a/x\n-cd a\n-mkdir a/x\n-rmdir a\n-rm a/x')}`,
    },
    {
      name: 'a folder where a file should be',
      script: `mkdir d; echo 1 >a; ${within('-get d\n-put a d/..\n-rm d\n-rename a d\n-rename d a\n-put d x')}`,
    },
    {
      name: 'something that is there already',
      script: `mkdir d; echo 1 >a; ln -s a l; ${within('-mkdir d\n-mkdir a\n-ln -s x a\n-ln a l\n-rename -l a d')}`,
    },
    { name: 'a folder that is not empty', script: `mkdir d; echo 1 >d/a; ${within('-rmdir d\n-rename -l d/a d')}` },
    {
      name: 'no right to it',
      script: `mkdir no closed; echo 1 >no/a; echo 1 >secret; chmod 700 no; chmod 600 secret; chmod 755 closed; echo x >mine; ${within('-get secret\n-get no/a\n-put mine no/b\n-put mine secret\n-ls no\n-cd no\n-rm no/a\n-rmdir no\n-mkdir closed/x\n-put mine closed/x\n-rename mine closed/x\n-ln -s a closed/x\n-chmod 777 secret\n-chown 0 secret\n-rename secret mine2')}`,
    },
    {
      name: 'a device that is full',
      script: `head -c 100000 /dev/zero >a; ${within('-put a /dev/full')}; echo $?; rm a`,
    },
    {
      name: 'a file system that is only read',
      script: `echo >a; ${within('-put a /proc/x\n-mkdir /proc/x\n-rm /proc/version\n-rename a /proc/x\n-rename /proc/version a\n-ln a /proc/x')}`,
    },
    {
      name: 'another file system',
      script: `echo >a; ${within('-rename a /dev/shm/fidelity-x\n-rename -l a /dev/shm/fidelity-x\n-ln a /dev/shm/fidelity-y\nls')}; rm -f /dev/shm/fidelity-x`,
    },
    {
      name: 'links in a circle',
      script: `ln -s b a; ln -s a b; ${within('-get a\n-cd a\n-ls a\n-put /etc/hostname a\n-chmod 600 a\nls -1')}`,
    },
    {
      name: 'a name that is too long',
      script: `n=$(head -c 256 /dev/zero | tr '\\0' x); echo >a; sftp -b - device:"$PWD" <<<$'-mkdir '$n$'\\n-put a '$n$'\\n-rename a '$n$'\\n-get '$n$'\\n-ls '$n$'\\n-rm '$n 2>&1`,
    },
    {
      name: 'a path that is too long',
      script: `n=$(yes 'abcdefghi/' | head -n 500 | tr -d '\\n'); echo >a; sftp -b - device:"$PWD" <<<$'-mkdir '$n$'x\\n-put a '$n$'x\\n-get '$n$'x\\n-ls '$n 2>&1 | sed 's#\\(abcdefghi/\\)\\+#P#g'`,
    },
    { name: 'a command that ends the batch', script: `echo >a; ${within('get gone\nput a b')}; echo $?` },
    {
      name: 'a special file',
      script: `mkfifo p; ${within('-ls -l p\n-chmod 600 p\n-rm p')} | sed 's/.. .. *[0-9:]* *p$/p/; /^prw/s/[A-Z][a-z][a-z]//'`,
    },
    {
      name: 'every answer to a session, in its detail',
      script: `echo 1 >a; sftp -vvv -b - device:"$PWD" <<<$'ls\\nget a b\\n-get gone\\nmkdir d\\n-mkdir d\\nput a c\\nrename c e\\nchmod 600 a\\nrm e\\n-rmdir a' 2>&1 | grep -E '^debug[23]: (Received|Sent|Sending|Looking|SSH2_FXP|Got|Remote|Server|Using)|status' | sed -E 's/(id:|I:|T:)[0-9]+/\\1N/g; s/ID [0-9]+//g'`,
    },
    {
      name: 'the limits and extensions that the server tells',
      script: `sftp -vvv device <<<'pwd' 2>&1 | grep -E 'extension|limits|version|max|handles|Using' | grep -v -E 'OpenSSH|ssh2|kex|cert|packet|channel' | sort`,
    },
  ],
}

const odd = [
  `'with space'`,
  `' leading and trailing '`,
  `"quote'quote"`,
  `'double"quote'`,
  `'dollar $HOME'`,
  `'back\\slash'`,
  `'star*?[a-z]'`,
  `-dash`,
  `'#hash'`,
  `'~tilde'`,
  `$'new\\nline'`,
  `$'tab\\there'`,
  `'ümläut-漢字-🦀'`,
  `$'e\\u0301'`,
  `$'invalid-\\xff\\xfe-utf8'`,
  `$'\\xc3\\x28'`,
  `$'escape-\\x1b[31m'`,
  `$'\\x01\\x7f'`,
  `$(head -c 255 /dev/zero | tr '\\0' n)`,
  `...`,
  `'a;b&c|d'`,
  `'{brace,s}'`,
].join(' ')

const make = `mkdir t; (cd t; for n in ${odd}; do printf %s "$n" | od -An -c >"./$n"; done)`
/** Compared by content and name, as `find` tells them byte for byte. */
const told = (folder: string): string =>
  `(cd ${folder}; find . -print0 | sort -z | xargs -0 sha256sum 2>/dev/null | sha256sum)`

export const oddNames: Area = {
  area: 'odd names',
  cases: [
    {
      name: 'are listed by sftp',
      script: `${make}; for l in ls 'ls -1' 'ls -la'; do echo "$l t" | sftp -b - device:"$PWD" 2>&1 | sed -E 's/[A-Z][a-z]{2} [ 0-9]+ [0-9:]+/DATE/' | od -c; done | sha256sum; echo 'ls -1 t' | sftp -b - device:"$PWD" | od -c | head -n 60; rm -r t`,
    },
    {
      name: 'are copied by sftp',
      script: `${make}; rm $'t/new\\nline'; sftp -q -r device:"$PWD/t" back >/dev/null; ${told('t')}; ${told('back')}; echo 'put -r t far' | sftp -q -b - device:"$PWD" >/dev/null; ${told('far')}; rm -r t back far`,
    },
    {
      name: 'are copied by scp',
      script: `${make}; scp -qr t device:"$PWD/far"; ${told('far')}; scp -qr device:"$PWD/t" back; ${told('t')}; ${told('back')}; rm -r t far back`,
    },
    {
      name: 'are copied by scp -O',
      script: `${make}; rm $'t/new\\nline'; scp -Oqr t device:"$PWD/far"; ${told('far')}; scp -Oqr device:"$PWD/t" back; ${told('t')}; ${told('back')}; rm -r t far back`,
    },
    {
      name: 'are copied by rsync',
      script: `${make}; rsync -a t/ device:"$PWD/far/"; ${told('far')}; rsync -a device:"$PWD/t/" back; ${told('back')}; rm -r t far back`,
    },
    {
      name: 'are named by a batch',
      script: `sftp -b - device:"$PWD" <<'END' 2>&1
mkdir "a b"
mkdir 'c"d'
mkdir e\\ f
mkdir "ü 漢"
mkdir \\*
ls -1
rmdir "a b"
rmdir \\*
ls -1
END`,
    },
  ],
}

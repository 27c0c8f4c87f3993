// What a program finds around it.
import type { Area } from '../case.ts'

/** What differs from connection to connection; the port of the client and the number of the terminal. */
const steady = `sed -E 's/(127.0.0.1) [0-9]{4,5}/\\1 <from>/; s/pts\\/[0-9]+/pts\\/N/; s/^(XDG_SESSION_ID|DBUS_SESSION_BUS_ADDRESS)=.*/\\1/'`

export const environment: Area = {
  area: 'environment',
  cases: [
    { name: 'of a command', script: `ssh device 'env | sort' | ${steady}` },
    { name: 'of a command of root', script: `ssh root 'env | sort' | ${steady}` },
    { name: 'of a command on a terminal', script: `ssh -tt device 'env | sort' | ${steady}` },
    { name: 'of a login shell', script: `echo 'env | sort' | ssh -T device bash --login | ${steady}` },
    { name: 'of a login shell of dash', script: `echo 'env | sort' | ssh -T dash | ${steady} | grep =` },
    { name: 'of a subsystem', script: `ssh -s device sftp </dev/null; echo $?` },
    {
      name: 'with a locale that the client sends',
      script: `LANG=de_DE.UTF-8 LC_ALL=C LC_TIME=fr_FR LC_SSHORE=own ssh -o SendEnv='LANG LC_*' device 'env | grep -E "^(LANG|LC_)" | sort'`,
    },
    {
      name: 'with a locale that is set for the connection',
      script: `ssh -o SetEnv='LC_PAPER=a4 LC_X="b c"' device 'env | grep -E "^LC_" | sort'`,
    },
    {
      name: 'with a variable that the server does not take',
      script: `FOO=bar TERM_PROGRAM=x COLORTERM=truecolor NO_COLOR=1 LANGUAGE=de ssh -o SendEnv='FOO TERM_PROGRAM COLORTERM NO_COLOR LANGUAGE' device 'env | grep -E "^(FOO|TERM|COLOR|NO_|LANGUAGE)" | sort'`,
      differs: {
        because:
          'Debian 12 takes LANG and LC_* alone; its successor takes COLORTERM and NO_COLOR too, as we do, and programs ask for the other two.',
        sshd: { stdout: '' },
        sshore: { stdout: 'COLORTERM=truecolor\nLANGUAGE=de\nNO_COLOR=1\nTERM_PROGRAM=x\n' },
      },
    },
    {
      name: 'with a variable that could harm',
      script: `ssh -o SetEnv='LD_PRELOAD=/x.so BASH_ENV=/x PATH=/x HOME=/x SHELL=/x ENV=/x IFS=x PS4=x' device 'env | grep -E "^(LD_|BASH_ENV|ENV|IFS|PS4)"; echo $PATH $SHELL | grep -v /x; echo $HOME | grep -c /x'`,
    },
    {
      name: 'with odd values',
      script: `ssh -o SetEnv=$'LC_A= LC_B="x=y" LC_C="ü漢" LC_D="a\\tb"' device 'env | grep ^LC_ | sort | od -c'`,
    },
    {
      name: 'with a value of 1,500 characters',
      script: `LC_BIG=$(head -c 1500 /dev/zero | tr '\\0' x) ssh -o SendEnv=LC_BIG device 'printf %s "$LC_BIG" | wc -c'`,
    },
    {
      name: 'with a value of several lines',
      script: `LC_LINES=$'one\\ntwo' ssh -o SendEnv=LC_LINES device 'printf %s "$LC_LINES"'`,
    },
    {
      name: 'with a value that is no UTF-8',
      script: `LC_RAW=$'\\xff\\xe4' ssh -o SendEnv=LC_RAW device 'printf %s "$LC_RAW" | od -An -tx1'`,
    },
    {
      name: 'with a hundred variables',
      script: `for i in $(seq 1 100); do export LC_V$i=$i; done; ssh -o SendEnv='LC_V*' device 'env | grep -c ^LC_V'`,
    },
    {
      name: 'with the terminal the client names',
      script: `for t in xterm-256color vt100 dumb; do TERM=$t ssh -tt device 'echo $TERM'; done; TERM= ssh -tt device 'echo "[$TERM]"'`,
    },
    {
      name: 'without a terminal name when there is no terminal',
      script: `TERM=vt100 ssh device 'echo "[\${TERM-none}]"'`,
    },
    {
      name: 'of /etc/environment',
      alone: true,
      script: `cp -p /etc/environment keep; trap 'cat keep >/etc/environment; rm keep' EXIT
      printf '%s\\n' '# comment' 'FID_PLAIN=plain' 'FID_DOUBLE="dou ble"' "FID_SINGLE='sin gle'" 'export FID_EXPORT=exported' 'FID_EMPTY=' 'FID_HASH=a#b' 'FID_SPACE=a b c' '  FID_LEAD=lead' 'FID_TRAIL=trail   ' 'FID_DOLLAR=$HOME' 'not a line' 'FID_HALF="half' 'LC_FID=server' 'FID_CONT=a\\' 'b' >/etc/environment
      LC_FID=client ssh -o SendEnv=LC_FID device 'env | grep FID | sort'`,
    },
    {
      name: 'of /etc/environment with a search path of its own',
      alone: true,
      script: `cp -p /etc/environment keep; trap 'cat keep >/etc/environment; rm keep' EXIT
      printf 'PATH="/usr/bin:/bin:/opt/fid"\\nMAIL=/x\\nUSER=x\\nHOME=/x\\nSSH_CLIENT=x\\n' >/etc/environment
      ssh device 'echo $PATH $MAIL $HOME; echo $USER $SSH_CLIENT' | ${steady}`,
    },
    {
      name: 'of ~/.pam_environment',
      alone: true,
      script: `ssh device 'printf "FID_OWN=own\\nFID_HOME DEFAULT=@{HOME}/x\\n" >.pam_environment'; ssh device 'env | grep FID | sed "s#=/.*/#=<home>/#"; rm .pam_environment'`,
      differs: {
        because:
          'PAM has given the file up, as a way around rules of the device (deprecated since 1.5.0); we do not begin with it.',
        sshd: { stdout: 'FID_HOME=<home>/x\nFID_OWN=own\n' },
        sshore: { stdout: '' },
      },
    },
    {
      name: 'of ~/.ssh/environment, which is not read',
      alone: true,
      script: `ssh device 'mkdir -p .ssh; echo FID_FILE=x >.ssh/environment'; ssh device 'env | grep FID; rm -r .ssh'`,
    },
    {
      name: 'of ~/.ssh/rc',
      alone: true,
      script: `ssh device 'mkdir -p .ssh; echo "echo rc ran: \\$SSH_CONNECTION \\$0 >&2; cat >/dev/null" >.ssh/rc'; ssh device 'echo command' </dev/null 2>&1 | ${steady}; ssh device 'rm -r .ssh' 2>/dev/null`,
    },
    {
      name: 'where bash reads its start file',
      alone: true,
      script: `ssh device 'mv .bashrc keep; echo "echo bashrc read; shopt -q login_shell && echo login" >.bashrc'; ssh device 'echo command'; ssh device 'mv keep .bashrc'`,
    },
  ],
}

// What a login is shown. The start file of the user's shell ends it, so that nobody has to type.
import type { Area } from '../case.ts'

const begin = `ssh device 'echo "echo started; exit 3" >.bash_login'; lastlog --clear --user $(ssh device id -un)`
const end = `ssh device 'rm -f .bash_login .hushlogin'`
const steady = `sed -E 's/^(Last login: )[A-Z][a-z]{2} [A-Z][a-z]{2} [ 0-9]{2} [0-9:]{8} [0-9]{4}/\\1<time>/'`
const login = `ssh -tt device </dev/null | ${steady}; echo "\${PIPESTATUS[0]}"`

export const logins: Area = {
  area: 'logins',
  cases: [
    {
      name: 'show the message of the day, and from the second time on when the last one was',
      alone: true,
      script: `${begin}; ${login}; ${login} | od -c | tail -n 6; ${end}`,
    },
    {
      name: 'without a terminal show the message of the day alone',
      alone: true,
      script: `${begin}; echo 'exit 4' | ssh -T device | ${steady}; ${login}; ${end}`,
    },
    {
      name: 'are silent when the user wants it',
      alone: true,
      script: `${begin}; ssh device 'touch .hushlogin'; ${login}; ssh -T device </dev/null; ssh device 'rm .hushlogin'; ${login}; ${end}`,
    },
    {
      name: 'with a command show nothing, and are remembered when they had a terminal',
      alone: true,
      script: `${begin}; ssh -tt device 'echo command'; ${login}; ${end}`,
    },
    {
      name: 'with a command on pipes are not remembered',
      alone: true,
      script: `${begin}; ssh device 'echo command'; ${login}; ${end}`,
    },
    {
      name: 'show other messages of the device',
      alone: true,
      script: `${begin}; mkdir -p /etc/motd.d; printf 'no line end' >/etc/motd.d/50-fidelity; : >/etc/motd.d/60-fidelity-empty; ${login}; rm -r /etc/motd.d; ${end}`,
    },
    {
      name: 'show what scripts of the device say',
      alone: true,
      script: `${begin}; printf '#!/bin/sh\\necho said by a script; pwd; env | sort; id -u\\n' >/etc/update-motd.d/90-fidelity; chmod 755 /etc/update-motd.d/90-fidelity; ${login}; rm /etc/update-motd.d/90-fidelity; ssh -tt device true; ${login}; ${end}`,
    },
    {
      name: 'tell of mail',
      alone: true,
      script: `${begin}; u=$(ssh device id -un); echo mail >/var/mail/$u; chmod 666 /var/mail/$u; touch -a -d @1000000000 /var/mail/$u; ${login}; touch -a -d '+1 hour' /var/mail/$u; ${login}; : >/var/mail/$u; ${login}; rm /var/mail/$u; ${end}`,
    },
    {
      name: 'run ~/.ssh/rc first',
      alone: true,
      script: `${begin}; ssh device 'mkdir -p .ssh; echo "echo rc: \\$0 \\$(pwd) \\$(wc -c) >&2; exit 9" >.ssh/rc'; ${login}; ssh device 'echo command; exit 5'; echo $?; ssh -tt device 'echo on a terminal'; ssh -T device </dev/null; echo pwd | sftp -b - device; ssh device 'rm -r .ssh' 2>/dev/null; ${end}`,
    },
    {
      name: 'of dash and zsh are login shells',
      alone: true,
      script: `for h in dash zsh; do ssh $h 'echo "echo profile \\$0; exit 6" >.profile; cp .profile .zprofile; touch .hushlogin'; ssh -tt $h </dev/null; echo $?; ssh $h 'rm .profile .zprofile .hushlogin'; done`,
    },
    {
      name: 'of a user without a shell',
      alone: true,
      script: `ssh -T nologin </dev/null 2>err | tail -n 1; ssh nologin true 2>err; echo $?; grep -o 'has no login shell' err | head -n 1; rm -f err`,
      differs: {
        because:
          'The login is refused before it begins, and the user told why and what to do, in place of a program that says so and ends.',
        sshd: { stdout: 'This account is currently not available.\nThis account is currently not available.\n1\n' },
        sshore: { stdout: '255\nhas no login shell\n' },
      },
    },
  ],
}

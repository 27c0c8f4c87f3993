// Other users than the usual one.
import type { Area } from '../case.ts'

export const users: Area = {
  area: 'users',
  cases: [
    { name: 'root runs a command', script: 'ssh root "id -un; pwd; umask"' },
    { name: 'dash runs a command', script: `ssh dash 'echo "$0 $-"; no-such-command; [ 1 = 1 ] && echo yes'` },
    { name: 'dash takes quotes', script: `ssh dash "printf '%s\\n' 'a  b' \\"c\\""` },
    { name: 'dash says when the syntax is wrong', script: `ssh dash 'if then'; echo $?` },
    { name: 'tcsh runs a command', script: `ssh tcsh 'echo $shell $user; setenv A b; echo $A; exit 5'` },
    {
      name: 'tcsh says when there is no such command',
      script: `ssh tcsh 'no-such-command'; echo $?; ssh tcsh 'echo $no_such'`,
    },
    {
      name: 'tcsh takes a script as its input',
      script: `printf 'echo $shell\\nset x = 3\\necho $x\\nexit 7\\n' | ssh -T tcsh 2>&1 | tail -n 3; echo "\${PIPESTATUS[1]}"`,
    },
    { name: 'zsh runs a command', script: `ssh zsh 'echo $0 $ZSH_NAME; no-such-command; print -r -- ~; exit 3'` },
    { name: 'zsh says when a pattern fits nothing', script: `ssh zsh 'echo /no/such/*'; echo $?` },
    { name: 'a user without a home runs a command', script: `ssh homeless 'pwd; echo $HOME'` },
    { name: 'a user without a home copies a file', script: `echo x >here; scp here homeless:"$PWD/there"` },
    { name: 'a user without a home lists', script: `echo pwd | sftp -b - homeless` },
    { name: 'a user without a home has a terminal', script: `ssh -tt homeless 'pwd'` },
    {
      name: 'a user whose home is closed',
      alone: true,
      script: `ssh device 'chmod 000 .'; ssh device 'pwd; ls -d .'; chmod 755 "$(ssh device 'echo $HOME' 2>/dev/null)"`,
    },
    {
      name: 'a user whose shell does not run',
      alone: true,
      script: `u=$(ssh dash 'id -un'); usermod -s /bin/rbash $u; ssh dash 'cd /; echo $0'; usermod -s /bin/dash $u`,
    },
    {
      name: 'a user who belongs to many groups',
      alone: true,
      script: `u=$(ssh dash 'id -un'); usermod -G audio,video,games $u; ssh dash 'id -Gn | tr " " "\\n" | grep -vx "$(id -un)" | sort'; usermod -G '' $u`,
    },
  ],
}

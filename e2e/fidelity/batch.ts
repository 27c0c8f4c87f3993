// Commands for sftp, one a line, as words of a script that goes on behind them.
import { quoted } from '@sshore/testkit'

const given = (commands: string, where: string): string =>
  `printf '%s\\n' ${commands.split('\n').map(quoted).join(' ')} | sftp -b - ${where} 2>&1`

/** In the user's home. */
export const batch = (commands: string): string => given(commands, 'device')

/** In the case's folder, which is named before the client connects, so that the commands need no path. */
export const within = (commands: string): string => given(commands, 'device:"$PWD"')

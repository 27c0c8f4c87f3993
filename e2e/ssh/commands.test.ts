import { sha256, shell, ssh, sshWords, quoted } from '@sshore/testkit'
import { describe, expect, it } from 'vitest'
import { oneDevice } from '../one-device.ts'

const one = oneDevice()

describe('a command over ssh', () => {
  it.each([0, 1, 7, 42, 255])('ends with its own exit code %i', async (code) => {
    expect((await ssh(one.device.target(), [`exit ${code}`])).code).toBe(code)
  })

  it('is told from a failure of the connection by what it prints', async () => {
    const ran = await ssh(one.device.target(), ['echo there; exit 255'])
    expect(ran).toMatchObject({ code: 255, stdout: 'there\n' })
  })

  it('that a signal ends makes ssh fail and name the signal', async () => {
    const { port, ...target } = one.device.target()
    const ran = await ssh({ ...target, port, options: ['-v'] }, ['kill -TERM $$'])
    expect(ran.code).toBe(255)
    expect(ran.stderr).toMatch(/exit-signal|client_input_channel_req: channel 0 rtype exit-signal/)
  })

  it('keeps standard output and standard error apart, byte for byte', async () => {
    const ran = await ssh(one.device.target(), [`printf 'out\\0put\\n'; printf 'er\\377ror\\n' >&2; exit 3`])
    expect(ran.code).toBe(3)
    expect(ran.stdoutBytes).toEqual(Buffer.from('out\0put\n'))
    expect(ran.stderrBytes).toEqual(Buffer.from([0x65, 0x72, 0xff, ...Buffer.from('ror\n')]))
  })

  it('delivers 10 MB of standard error whole beside as much standard output', async () => {
    const script = `head -c 10000000 /dev/zero | tr '\\0' e >&2 & head -c 10000000 /dev/zero | tr '\\0' o; wait`
    const ran = await ssh(one.device.target(), [script])
    expect(ran.code).toBe(0)
    expect(sha256(ran.stderrBytes)).toBe(sha256(Buffer.alloc(10_000_000, 'e')))
    expect(sha256(ran.stdoutBytes)).toBe(sha256(Buffer.alloc(10_000_000, 'o')))
  })

  it('sees the end of its input', async () => {
    const ran = await ssh(one.device.target(), ['wc -c; echo after'], { stdin: 'x'.repeat(100_000) })
    expect(ran.stdout).toBe('100000\nafter\n')
  })

  it('goes on after its input has ended, and its output may be closed first', async () => {
    const ran = await ssh(one.device.target(), ['cat; exec >&-; sleep 0.2; echo late >&2; exit 5'], { stdin: 'in' })
    expect(ran).toMatchObject({ code: 5, stdout: 'in', stderr: 'late\n' })
  })

  it('that stops reading does not stop the connection from ending', async () => {
    const words = sshWords(one.device.target(), ['head -c 10 | wc -c']).map(quoted).join(' ')
    const ran = await shell(`head -c 50000000 /dev/zero | ${words}; true`)
    expect(ran.stdout.trim()).toBe('10')
  })

  it('runs in the home folder of the user, with the environment of a login', async () => {
    const ran = await ssh(one.device.target(), ['pwd; echo "$HOME $USER $LOGNAME $SHELL"; echo "$SSH_CONNECTION"; tty'])
    const [cwd, who, connection, tty] = ran.stdout.trim().split('\n')
    expect(cwd).toBe('/root')
    expect(who).toMatch(/^\/root root root \/\S+$/)
    expect(connection).toMatch(/^127\.0\.0\.1 \d+ \S+ \d+$/)
    expect(tty).toBe('not a tty')
  })

  it('takes the locale from the client and nothing that could harm', async () => {
    const target = { ...one.device.target(), options: ['-o', 'SendEnv=LC_* LD_PRELOAD BASH_ENV'] }
    const environment = { ...process.env, LC_TIME: 'de_DE.UTF-8', LD_PRELOAD: '/nowhere.so', BASH_ENV: '/nowhere' }
    const ran = await ssh(target, ['echo "$LC_TIME|$LD_PRELOAD|$BASH_ENV"'], { environment })
    expect(ran.stdout).toBe('de_DE.UTF-8||\n')
  })

  it('takes words of any content', async () => {
    const odd = `a 'b' "c" $d \\e \n ü 漢`
    const ran = await ssh(one.device.target(), [`printf %s ${quoted(odd)}`])
    expect(ran.stdout).toBe(odd)
  })
})

# Runs a program in a terminal of its own as some user: terminal.py login columns rows program argument...
# Standard input and output are the terminal; lines "columns rows" on descriptor 3 resize it. Ends as the program does,
# with 255 for a program that a signal has ended.
import fcntl, os, pty, pwd, select, struct, sys, termios

login, columns, rows, *argv = sys.argv[1:]
account = pwd.getpwnam(login)
master, slave = pty.openpty()


def resize(columns, rows):
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", int(rows), int(columns), 0, 0))


resize(columns, rows)
child = os.fork()
if child == 0:
    os.close(master)
    os.close(3)
    if os.getuid() == 0:
        os.fchown(slave, account.pw_uid, -1)
    os.login_tty(slave)
    if os.getuid() == 0:
        os.initgroups(login, account.pw_gid)
        os.setgid(account.pw_gid)
        os.setuid(account.pw_uid)
    os.chdir(account.pw_dir)
    os.execvp(argv[0], argv)
os.close(slave)
sources = [0, 3, master]
while master in sources:
    ready, _, _ = select.select(sources, [], [])
    for source in ready:
        try:
            chunk = os.read(source, 65536)
        except OSError:
            chunk = b""
        if not chunk:
            sources.remove(source)
            if source == 0:
                os.write(master, b"\x04")
        elif source == master:
            while chunk:
                chunk = chunk[os.write(1, chunk):]
        elif source == 0:
            os.write(master, chunk)
        else:
            resize(*chunk.split()[-2:])
_, status = os.waitpid(child, 0)
sys.exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 255)

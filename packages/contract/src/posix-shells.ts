const names = new Set(['sh', 'bash', 'rbash', 'dash', 'ash', 'zsh', 'ksh', 'ksh93', 'mksh', 'lksh'])

/** A shell that reads what POSIX calls shell language, and takes a name for its messages (`$0`) after `-c command`. */
export const isPosixShell = (path: string): boolean => names.has(path.slice(path.lastIndexOf('/') + 1))

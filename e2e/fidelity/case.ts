// A case of the comparison: what a client does, written once and run against both servers.

/** What a case leaves behind, after what must differ (ports, folders) has been given one name. */
export interface Observed {
  /** Of the script; 128 and more for a signal, as bash has it. */
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
  /** Path below the case's folder → kind, mode, content. */
  readonly files: Readonly<Record<string, string>>
}

export interface Difference {
  /** Why this is meant to differ. */
  readonly because: string
  /** It is an error that we have better words for. */
  readonly betterWords?: true
  /** What each side shows; parts left out are equal. */
  readonly sshd: Partial<Observed>
  readonly sshore: Partial<Observed>
}

export interface Case {
  readonly name: string
  /**
   * Run by bash in an empty folder, `$PWD`, that every user may write to. `ssh`, `scp`, `sftp` and `rsync` know these
   * hosts, which are one machine: `device` (bash), `root`, `dash`, `tcsh`, `zsh`, `homeless`. `far` is ssh for the users of the
   * device, without a key of its own; `$LOGIN_KEY` is the key that opens the accounts.
   * Text is compared after replacing what differs by nature; bytes that are no UTF-8 have to be shown by the script.
   */
  readonly script: string
  /** Nothing else runs meanwhile: the case looks at, or changes, what others share. */
  readonly alone?: true
  readonly differs?: Difference
}

/** Cases of one area, for a file of them. */
export interface Area {
  readonly area: string
  readonly cases: readonly Case[]
}

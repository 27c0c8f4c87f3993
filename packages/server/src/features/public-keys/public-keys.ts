// Which doors a registered key opens.
import { Failure, type PublicKeyFilter } from '@sshore/contract'
import { checkPattern, matchesWhole } from '../../platform/pattern.ts'

export interface KeyRules {
  /** Regex of the login names it opens. */
  readonly username: string
  readonly filter: PublicKeyFilter
}

export interface Door {
  readonly username: string
  readonly deviceName: string
  readonly deviceTags: readonly string[]
}

/** Fails with `invalid_input` naming the field unless every regex compiles and the filter is of one kind. */
export function checkKeyRules({ username, filter }: KeyRules): void {
  if ('hostname' in filter && 'tags' in filter) {
    throw new Failure('invalid_input', {
      fields: ['filter'],
      message: 'filter has either a hostname or tags, not both.',
    })
  }
  checkPattern(username, 'username')
  if ('hostname' in filter) checkPattern(filter.hostname, 'filter.hostname')
}

const admitsDevice = (filter: PublicKeyFilter, door: Door): boolean =>
  'hostname' in filter
    ? matchesWhole(filter.hostname, door.deviceName)
    : filter.tags.some((tag) => door.deviceTags.includes(tag))

/** Both the login name and the device have to pass. */
export function opens(rules: KeyRules, door: Door): 'allowed' | 'other_username' | 'other_device' {
  if (!matchesWhole(rules.username, door.username)) return 'other_username'
  return admitsDevice(rules.filter, door) ? 'allowed' : 'other_device'
}

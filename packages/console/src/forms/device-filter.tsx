import { Radio, Stack, TagsInput, TextInput } from '@mantine/core'
import { limits, type PublicKeyFilter } from '@sshore/contract'
import { phrase } from '../language/language.ts'
import { usual } from '../language/usual-words.ts'
import { useText } from '../language/use-text.ts'
import { everything } from '../parts/everything.ts'
import { useTags } from './use-tags.ts'

const words = {
  all: phrase('every device of the namespace', 'todos os dispositivos do namespace'),
  byName: phrase('devices by name', 'dispositivos por nome'),
  byTag: phrase('devices with a tag', 'dispositivos com uma tag'),
  pattern: phrase('Name pattern', 'Padrão do nome'),
  patternText: phrase('A regular expression, such as cam-.*', 'Uma expressão regular, como cam-.*'),
  tagsText: phrase('One to three that exist already.', 'De uma a três que já existam.'),
}

export const deviceFilterRule = words.tagsText

/** How a form holds which devices something is for. */
export interface DeviceFilterValues {
  readonly devices: string
  readonly hostname: string
  readonly tags: readonly string[]
}

export function deviceFilterValues(filter: PublicKeyFilter | undefined): DeviceFilterValues {
  const tags = filter && 'tags' in filter ? filter.tags : []
  const hostname = filter && 'hostname' in filter ? filter.hostname : everything
  return {
    devices: tags.length > 0 ? 'tags' : hostname === everything ? 'all' : 'hostname',
    hostname: hostname === everything ? '' : hostname,
    tags,
  }
}

export const deviceFilterOf = ({ devices, hostname, tags }: DeviceFilterValues): PublicKeyFilter =>
  devices === 'tags' ? { tags: [...tags] } : { hostname: devices === 'all' ? everything : hostname }

export interface DeviceFilterProps {
  readonly label: string
  readonly values: DeviceFilterValues
  readonly change: (values: Partial<DeviceFilterValues>) => void
  readonly errorOf: (name: string, value: unknown) => string | undefined
  /** The devices are of another namespace than that of the user, whose tags are not known here. */
  readonly elsewhere?: boolean
}

/** All devices, those whose name matches, or those with a tag; the field of the body is `filter`. */
export function DeviceFilter({ label, values, change, errorOf, elsewhere = false }: DeviceFilterProps) {
  const say = useText()
  const { data: tags = [] } = useTags(!elsewhere)
  return (
    <>
      <Radio.Group label={label} value={values.devices} onChange={(devices) => change({ devices })}>
        <Stack gap={8} mt={6}>
          <Radio value='all' label={say(words.all)} />
          <Radio value='hostname' label={say(words.byName)} />
          <Radio value='tags' label={say(words.byTag)} />
        </Stack>
      </Radio.Group>
      {values.devices === 'hostname' && (
        <TextInput
          label={say(words.pattern)}
          description={say(words.patternText)}
          className='code-input'
          spellCheck={false}
          name='filter'
          value={values.hostname}
          error={errorOf('filter', values.hostname)}
          onChange={(event) => change({ hostname: event.currentTarget.value })}
        />
      )}
      {values.devices === 'tags' && (
        <TagsInput
          label={say(usual.tags)}
          description={say(words.tagsText)}
          name='filter'
          data={tags}
          maxTags={limits.tag.perItem}
          value={[...values.tags]}
          error={errorOf('filter', values.tags.length)}
          comboboxProps={{ withinPortal: false, position: 'top' }}
          onChange={(chosen) => change({ tags: chosen })}
        />
      )}
    </>
  )
}

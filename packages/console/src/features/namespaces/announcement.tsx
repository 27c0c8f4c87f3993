import { Group, Text, Textarea } from '@mantine/core'
import { contract, limits } from '@sshore/contract'
import { useConsole } from '../../console-context.ts'
import { SaveButton } from '../../forms/save-button.tsx'
import { useForm } from '../../forms/use-form.ts'
import { phrase } from '../../language/language.ts'
import { usual } from '../../language/usual-words.ts'
import { useText } from '../../language/use-text.ts'
import type { NamespaceChange, NamespaceEdit } from './update-namespace.ts'

const most = limits.connectionAnnouncementChars
const words = {
  text: phrase('Shown to whoever opens a shell on a device.', 'Mostrado a quem abre um shell em um dispositivo.'),
  label: phrase('Announcement', 'Anúncio'),
  rule: phrase(`At most ${most} characters.`, `No máximo ${most} caracteres.`),
  preview: phrase('As it is shown', 'Como aparece'),
}

export interface AnnouncementProps {
  readonly current: string
  readonly by: NamespaceChange
}

export function Announcement({ current, by: { update, refusal } }: AnnouncementProps) {
  const say = useText()
  const { notices } = useConsole()
  const { form, field, values, busy, changed, trouble } = useForm<{ readonly settings: string }, NamespaceEdit>({
    initial: { settings: current },
    schema: contract.updateNamespace.body,
    bodyOf: ({ settings }) => ({ settings: { connection_announcement: settings } }),
    rules: { settings: words.rule },
    async send(body) {
      await update(body)
      notices.add({ tone: 'done', text: say(usual.saved) })
    },
  })
  const given = field('settings')
  return (
    <form {...form}>
      <Textarea
        aria-label={say(words.label)}
        description={`${say(words.text)} ${values.settings.length} / ${most}`}
        className='code-input'
        autosize
        minRows={3}
        maxRows={12}
        readOnly={refusal !== undefined}
        {...given}
        error={trouble ?? given.error}
      />
      {values.settings !== '' && (
        <>
          <Text size='xs' c='dimmed' mt='md' mb={4}>
            {say(words.preview)}
          </Text>
          <pre className='terminal-preview'>{`$ ssh …\n${values.settings}\n$ `}</pre>
        </>
      )}
      <Group justify='flex-end' mt='md'>
        <SaveButton refusal={refusal} busy={busy} changed={changed} />
      </Group>
    </form>
  )
}

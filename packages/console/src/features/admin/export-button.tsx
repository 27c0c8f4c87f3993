import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { phrase } from '../../language/language.ts'
import { useText } from '../../language/use-text.ts'
import { useAttempt } from '../../parts/attempt.ts'
import { saveReply } from '../../parts/save-text.ts'
import { useOpenReply } from '../../session/open-reply.ts'

const words = {
  text: phrase('Export', 'Exportar'),
  about: phrase('Export', 'Exportação'),
}

/** Puts everything of one kind on the disk: a line of JSON for each. It is written down that somebody did. */
export function ExportButton({ path }: { readonly path: string }) {
  const say = useText()
  const open = useOpenReply()
  const attempt = useAttempt()
  const [busy, setBusy] = useState(false)
  async function save(): Promise<void> {
    await saveReply(await open(path), `sshore-${path.slice(path.lastIndexOf('/') + 1)}.jsonl`)
  }
  return (
    <Button
      variant='default'
      loading={busy}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => {
        setBusy(true)
        void attempt(save, { about: say(words.about) }).finally(() => setBusy(false))
      }}
    >
      {say(words.text)}
    </Button>
  )
}

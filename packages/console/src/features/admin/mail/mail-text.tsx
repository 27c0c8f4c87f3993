import { Stack, Text } from '@mantine/core'
import type { Mail } from '@sshore/contract'
import { languageNames, phrase } from '../../../language/language.ts'
import { useText } from '../../../language/use-text.ts'
import { CopyLine } from '../../../parts/copy-line.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { Moment } from '../../../parts/moment.tsx'
import { words } from './words.ts'

const more = {
  language: phrase('Language', 'Idioma'),
  gone: phrase(
    'What is in it is shown only while it waits, and where no mail server is set up.',
    'O conteúdo só é mostrado enquanto espera, e onde não há servidor de e-mail.',
  ),
}

const nameOf = (language: string): string => (language.startsWith('pt') ? languageNames.pt : languageNames.en)

/** A mail with all that is known of it. */
export function MailText({ mail }: { readonly mail: Mail }) {
  const say = useText()
  const { recipient, language, attempts, created_at, expires_at, problem, subject, text, link } = mail
  return (
    <Stack>
      <Facts
        facts={[
          { label: words.to, value: recipient },
          { label: more.language, value: nameOf(language) },
          { label: words.written, value: <Moment time={created_at} /> },
          { label: words.expires, value: <Moment time={expires_at} /> },
          { label: words.attempts, value: String(attempts) },
          { label: words.problem, value: problem },
        ]}
      />
      {subject === '' ? (
        <Text size='sm' c='dimmed'>
          {say(more.gone)}
        </Text>
      ) : (
        <>
          <Text fw={600}>{subject}</Text>
          <pre className='mail-text'>{text}</pre>
          {link !== '' && (
            <div>
              <Text size='sm' fw={600} mb={4}>
                {say(words.link)}
              </Text>
              <CopyLine text={link} name={say(words.link)} />
            </div>
          )}
        </>
      )}
    </Stack>
  )
}

import { Button, Code, Text } from '@mantine/core'
import { CardPage } from '../../layout/card-page.tsx'
import { linkTo } from '../../navigation.tsx'
import { SetupForm } from './setup-form.tsx'

export interface SetupPageProps {
  readonly done: boolean
  readonly sign: string | null
}

export function SetupPage({ done, sign }: SetupPageProps) {
  if (done) {
    return (
      <CardPage title='All set up' intro='This server has its first user already, so this link has done its work.'>
        <Button component='a' {...linkTo('/login')}>
          Sign in
        </Button>
      </CardPage>
    )
  }
  if (sign === null || sign === '') {
    return (
      <CardPage title='Set this server up' intro='Nobody has set this server up yet. It takes the one-time link.'>
        <Text size='sm'>
          The server printed the link when it started. To see it again, run this on the server:{' '}
          <Code>sshore setup</Code>
        </Text>
      </CardPage>
    )
  }
  return (
    <CardPage title='Welcome aboard' intro='Create the first user of this server. It takes a minute, and only once.'>
      <SetupForm sign={sign} />
    </CardPage>
  )
}

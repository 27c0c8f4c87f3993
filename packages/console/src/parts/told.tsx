import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'

export interface ToldProps {
  readonly tone?: 'good' | 'bad'
  readonly title?: string
  readonly icon?: ReactNode
  readonly children: ReactNode
}

/** What has become of something; read out when it appears. */
export const Told = ({ tone = 'good', children, ...more }: ToldProps) => (
  <output>
    <Alert color={tone === 'good' ? 'sea' : 'red'} variant='light' {...more}>
      {children}
    </Alert>
  </output>
)

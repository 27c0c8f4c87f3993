// The little of Markdown that an announcement needs, as elements: nothing of the text becomes HTML.
import { Anchor, Code, List, Text, Title } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { webAddress } from '../terminal/inert-text.ts'

const piece = /(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*|\[[^\]]+\]\([^)\s]+\))/

function shown(part: string): ReactNode {
  if (part.startsWith('`')) return <Code>{part.slice(1, -1)}</Code>
  if (part.startsWith('**')) return <strong>{part.slice(2, -2)}</strong>
  if (part.startsWith('*')) return <em>{part.slice(1, -1)}</em>
  const [, label = '', target = ''] = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(part) ?? []
  const address = webAddress(target)
  if (address === undefined) return part
  return (
    <Anchor href={address} target='_blank' rel='noopener noreferrer' underline='always' inherit>
      {label}
    </Anchor>
  )
}

const inline = (text: string): ReactNode =>
  text.split(piece).map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- pieces of a text have no identity but their place
    <Fragment key={at}>{piece.test(part) ? shown(part) : part}</Fragment>
  ))

function Block({ text }: { readonly text: string }) {
  const heading = /^#{1,6}\s+(.*)$/.exec(text)?.[1]
  if (heading !== undefined) {
    return (
      <Title order={3} size='h4' my='xs'>
        {inline(heading)}
      </Title>
    )
  }
  const lines = text.split('\n')
  if (lines.every((line) => /^\s*[-*]\s+/.test(line))) {
    return (
      <List size='sm' mb='sm'>
        {lines.map((line) => (
          <List.Item key={line}>{inline(line.replace(/^\s*[-*]\s+/, ''))}</List.Item>
        ))}
      </List>
    )
  }
  return (
    <Text size='sm' mb='sm'>
      {inline(text)}
    </Text>
  )
}

/** Headings, paragraphs, lists, emphasis, code and links to web pages; all else as it was typed. */
export function PlainMarkdown({ text }: { readonly text: string }) {
  const blocks = text.split(/\n\s*\n/).filter((block) => block.trim() !== '')
  return blocks.map((block, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- paragraphs have no identity but their place
    <Block key={at} text={block.trim()} />
  ))
}

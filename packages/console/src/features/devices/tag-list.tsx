import { Group, Pill } from '@mantine/core'

export function TagList({ tags }: { readonly tags: readonly string[] }) {
  return (
    tags.length > 0 && (
      <Group gap={4} mt={4} component='span'>
        {tags.map((tag) => (
          <Pill key={tag} size='xs'>
            {tag}
          </Pill>
        ))}
      </Group>
    )
  )
}

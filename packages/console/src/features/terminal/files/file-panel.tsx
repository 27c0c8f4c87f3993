import { ActionIcon, Alert, Button, FileButton, Group, Menu, Stack, Text, TextInput } from '@mantine/core'
import {
  IconArrowUp,
  IconDownload,
  IconFile,
  IconFolder,
  IconFolderPlus,
  IconLink,
  IconPencil,
  IconRefresh,
  IconTrash,
  IconUpload,
  IconX,
} from '@tabler/icons-react'
import { type SubmitEvent, useEffect, useState, useSyncExternalStore } from 'react'
import { phrase } from '../../../language/language.ts'
import { usual } from '../../../language/usual-words.ts'
import { useText } from '../../../language/use-text.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { RowMenu } from '../../../parts/row-menu.tsx'
import { inertText } from '../inert-text.ts'
import type { Pane } from '../pane-model.ts'
import { sizeText } from '../../../parts/size-text.ts'
import type { FileDesk, Incoming } from './file-desk.ts'
import { FileErrorText } from './file-text.tsx'
import type { Entry } from './folder.ts'
import { inside, isFileName } from './path.ts'
import { Transfers } from './transfers.tsx'

const words = {
  title: phrase('Files', 'Arquivos'),
  close: phrase('Close the files', 'Fechar os arquivos'),
  folder: phrase('Folder', 'Pasta'),
  up: phrase('Up', 'Para cima'),
  refresh: phrase('Read again', 'Ler de novo'),
  newFolder: phrase('New folder', 'Nova pasta'),
  upload: phrase('Upload', 'Enviar'),
  drop: phrase('Files can be dropped on the terminal, too.', 'Você também pode soltar arquivos no terminal.'),
  empty: phrase('This folder is empty.', 'Esta pasta está vazia.'),
  download: phrase('Download', 'Baixar'),
  rename: phrase('Rename …', 'Renomear …'),
  renameTitle: phrase(
    (name: string) => `Rename ${name}`,
    (name) => `Renomear ${name}`,
  ),
  newName: phrase('New name', 'Novo nome'),
  nameRule: phrase('A name without a slash.', 'Um nome sem barra.'),
  removeTitle: phrase(
    (name: string) => `Remove ${name}?`,
    (name) => `Remover ${name}?`,
  ),
  removeFile: phrase('It cannot be brought back.', 'Não pode ser recuperado.'),
  removeFolder: phrase(
    'With everything in it. It cannot be brought back.',
    'Com tudo o que contém. Não pode ser recuperada.',
  ),
  replaceTitle: phrase('Replace what is there?', 'Substituir o que existe?'),
  replaceText: phrase('The folder has these already:', 'A pasta já tem:'),
  replace: phrase('Replace', 'Substituir'),
}

/** Hands a file to the browser, as a download of this page. */
function save(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** With its folder when that is not the one that is shown any more. */
const nameSeenFrom =
  (shown: string) =>
  ({ file: { name }, folder }: Incoming): string =>
    folder === shown ? name : inside(folder, name)

interface NameDialogProps {
  readonly title: string
  readonly initial: string
  readonly onClose: () => void
  readonly onName: (name: string) => void
}

function NameDialog({ title, initial, onClose, onName }: NameDialogProps) {
  const say = useText()
  const [name, setName] = useState(initial)
  function submit(event: SubmitEvent): void {
    event.preventDefault()
    if (!isFileName(name)) return
    onClose()
    if (name !== initial) onName(name)
  }
  return (
    <Dialog opened title={title} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={say(words.newName)}
            data-autofocus
            autoComplete='off'
            spellCheck={false}
            value={name}
            error={name !== '' && !isFileName(name) ? say(words.nameRule) : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify='flex-end'>
            <Button type='submit' disabled={!isFileName(name)}>
              {say(usual.save)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function Row({ entry, files }: { readonly entry: Entry; readonly files: FileDesk }) {
  const say = useText()
  const [dialog, setDialog] = useState<'rename' | 'remove'>()
  const name = inertText(entry.name, 120)
  const isFolder = entry.leadsTo === 'folder'
  const Icon = entry.kind === 'link' ? IconLink : isFolder ? IconFolder : IconFile
  const isFile = entry.leadsTo === 'file'
  async function fetchFile(): Promise<void> {
    const content = await files.download(entry)
    if (content) save(content, entry.name)
  }
  function open(): void {
    if (isFolder) void files.show(entry.path)
    else if (isFile) void fetchFile()
  }
  return (
    <li>
      <button type='button' className='files-entry' title={entry.name} onClick={open} disabled={!isFolder && !isFile}>
        <Icon size={16} aria-hidden />
        <span>{name}</span>
        {isFile && <span className='files-size'>{sizeText(entry.size)}</span>}
      </button>
      <RowMenu name={name}>
        {isFile && (
          <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void fetchFile()}>
            {say(words.download)}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setDialog('rename')}>
          {say(words.rename)}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTrash size={16} aria-hidden />}
          color='var(--mantine-color-error)'
          onClick={() => setDialog('remove')}
        >
          {say(usual.removeMore)}
        </Menu.Item>
      </RowMenu>
      {dialog === 'rename' && (
        <NameDialog
          title={say(words.renameTitle)(name)}
          initial={entry.name}
          onClose={() => setDialog(undefined)}
          onName={(to) => void files.rename(entry, to)}
        />
      )}
      <ConfirmDialog
        opened={dialog === 'remove'}
        title={say(words.removeTitle)(name)}
        text={say(entry.kind === 'folder' ? words.removeFolder : words.removeFile)}
        onClose={() => setDialog(undefined)}
        onConfirm={() => files.remove(entry)}
      />
    </li>
  )
}

/** The device's files, under the login of the terminal. */
export function FilePanel({ pane, onClose }: { readonly pane: Pane; readonly onClose: () => void }) {
  const say = useText()
  const { files } = pane
  const { path, entries, busy, error, transfers, asking } = useSyncExternalStore(files.subscribe, files.state)
  const [typed, setTyped] = useState<string>()
  /** The folder that a new one is made in. */
  const [adding, setAdding] = useState<string>()
  const runs = pane.state().kind === 'running'
  useEffect(() => {
    if (runs && files.state().path === '' && !files.state().busy) void files.show()
  }, [files, runs])
  return (
    <section className='files' aria-label={say(words.title)} aria-busy={busy && entries.length === 0}>
      <div className='files-head'>
        <h2 className='grow'>{say(words.title)}</h2>
        <FileButton multiple onChange={(chosen) => files.upload(chosen)}>
          {(props) => (
            <Button {...props} size='xs' leftSection={<IconUpload size={14} aria-hidden />} disabled={!runs}>
              {say(words.upload)}
            </Button>
          )}
        </FileButton>
        <ActionIcon
          variant='subtle'
          color='gray'
          aria-label={say(words.newFolder)}
          disabled={path === ''}
          onClick={() => setAdding(path)}
        >
          <IconFolderPlus size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon variant='subtle' color='gray' aria-label={say(words.refresh)} onClick={() => void files.show()}>
          <IconRefresh size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon variant='subtle' color='gray' aria-label={say(words.close)} onClick={onClose}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      <form
        className='files-path'
        onSubmit={(event) => {
          event.preventDefault()
          if (typed !== undefined) void files.show(typed)
          setTyped(undefined)
        }}
      >
        <ActionIcon
          variant='subtle'
          color='gray'
          aria-label={say(words.up)}
          disabled={path === '/'}
          onClick={() => void files.up()}
        >
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <TextInput
          flex={1}
          size='xs'
          aria-label={say(words.folder)}
          spellCheck={false}
          autoComplete='off'
          value={typed ?? path}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => setTyped(undefined)}
        />
      </form>
      {error && (
        <Alert color='red' variant='light' role='alert' mx='xs' mb='xs'>
          <FileErrorText error={error} />
        </Alert>
      )}
      <ul className='files-list'>
        {entries.map((entry) => (
          <Row key={entry.path} entry={entry} files={files} />
        ))}
        {!busy && !error && path !== '' && entries.length === 0 && (
          <Text component='li' size='sm' c='dimmed' p='xs'>
            {say(words.empty)}
          </Text>
        )}
      </ul>
      {transfers.length === 0 ? (
        <Text size='xs' c='dimmed' p='sm' className='wide-only'>
          {say(words.drop)}
        </Text>
      ) : (
        <Transfers transfers={transfers} files={files} />
      )}
      {adding !== undefined && (
        <NameDialog
          title={say(words.newFolder)}
          initial=''
          onClose={() => setAdding(undefined)}
          onName={(name) => void files.makeFolder(adding, name)}
        />
      )}
      <ConfirmDialog
        opened={asking.length > 0}
        title={say(words.replaceTitle)}
        text={`${say(words.replaceText)} ${asking.map(nameSeenFrom(path)).join(', ')}`}
        action={say(words.replace)}
        onClose={() => files.replace([])}
        onConfirm={() => files.replace(asking)}
      />
    </section>
  )
}

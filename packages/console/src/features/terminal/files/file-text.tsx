import { phrase } from '../../../language/language.ts'
import { useText } from '../../../language/use-text.ts'
import { inertText } from '../inert-text.ts'
import type { SftpError } from './sftp.ts'

const words = {
  missing: phrase(
    'There is no such file or folder, or not any more. Look at its name, or read the folder again.',
    'Esse arquivo ou pasta não existe, ou não existe mais. Confira o nome ou leia a pasta de novo.',
  ),
  denied: phrase(
    'The user of this terminal may not do that. Log in as another user, or change the permissions.',
    'O usuário deste terminal não pode fazer isso. Entre com outro usuário ou altere as permissões.',
  ),
  unsupported: phrase('The device cannot do that.', 'O dispositivo não consegue fazer isso.'),
  failed: phrase('The device could not do that.', 'O dispositivo não conseguiu fazer isso.'),
  broken: phrase(
    'The connection for files was lost. Once the terminal is back, try again.',
    'A conexão dos arquivos foi perdida. Quando o terminal voltar, tente de novo.',
  ),
}

export function FileErrorText({ error }: { readonly error: SftpError }) {
  const say = useText()
  const told = inertText(error.told, 200)
  const isNews = told !== '' && !/^(failure|permission denied|no such file)$/i.test(told)
  return (
    <>
      {say(words[error.reason])}
      {isNews && ` (${told})`}
    </>
  )
}

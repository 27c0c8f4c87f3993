// What the server says of a failure is English; this is what the console says of it in another language.
import { ApiError } from '@sshore/client'
import type { ErrorCode } from '@sshore/contract'
import { type Language, phrase } from './language.ts'

const portuguese: Readonly<Partial<Record<ErrorCode, string>>> = {
  invalid_input: 'O pedido não é válido; veja os campos indicados.',
  unauthenticated: 'Entre primeiro: a sua sessão terminou.',
  invalid_credentials: 'Utilizador desconhecido ou senha errada.',
  account_locked: 'Demasiadas tentativas falhadas; a conta está bloqueada por algum tempo.',
  too_many_requests: 'Demasiados pedidos; tente mais tarde.',
  too_many_pending_devices: 'Há demasiados dispositivos à espera neste espaço; aceite ou remova alguns.',
  local_authentication_disabled: 'Entrar com senha está desligado neste servidor.',
  recovery_link_unknown: 'Este link é desconhecido, já foi usado ou é antigo demais; peça um novo.',
  owner_cannot_be_removed: 'É dono de espaços; apague-os primeiro ou dê-os a outra pessoa.',
  registration_closed: 'Este servidor não aceita registos.',
  invite_of_another: 'Este convite é para outra conta; entre com a que foi convidada.',
  confirmation_not_found: 'Este link é desconhecido ou antigo demais; peça um novo.',
  invite_not_found: 'Este convite é desconhecido, já foi usado ou é antigo demais; peça um novo.',
  invite_limit: 'Há demasiados convites por aceitar neste espaço; remova alguns primeiro.',
  mail_not_found: 'Não existe tal e-mail.',
  mail_over: 'Este e-mail já foi enviado, ou o que diz já não serve.',
  mail_limit: 'Já se escreveu demasiado a este endereço na última hora; tente mais tarde.',
  mail_queue_full: 'Há demasiados e-mails à espera de envio; quem administra este servidor tem de ver isso.',
  device_not_accepted: 'Ninguém aceitou este dispositivo ainda; aceite-o primeiro.',
  tunnel_limit: 'Este dispositivo já tem todos os túneis que pode ter; feche um primeiro.',
  tunnel_not_found: 'Não existe tal túnel.',
  tunnels_off: 'Os túneis estão desligados neste servidor; quem o gere indica um domínio em SSHORE_TUNNELS_DOMAIN.',
  user_not_confirmed: 'Confirme primeiro o endereço de e-mail desta conta.',
  announcement_not_found: 'Não existe tal anúncio.',
  announcement_of_upstream: 'Este anúncio vem do servidor que este segue; é lá que se muda.',
  saml_absent: 'O início de sessão único (SAML) não está ativo neste servidor.',
  saml_refused:
    'A resposta do fornecedor de identidade não foi aceite; tente de novo ou fale com quem gere o servidor.',
  saml_ticket: 'Este início de sessão já foi usado ou demorou demasiado; comece de novo.',
  saml_unknown_user: 'Não há conta para si neste servidor; fale com quem o gere.',
  saml_no_public_url:
    'O fornecedor de identidade precisa do endereço deste servidor; defina SSHORE_PUBLIC_URL e reinicie-o.',
  saml_not_configured: 'Ainda não foi indicado nenhum fornecedor de identidade.',
  saml_metadata: 'Os metadados do fornecedor de identidade não puderam ser lidos.',
  saml_identity_taken: 'Esta identidade pertence a outra conta.',
  last_sign_in_method: 'Pelo menos uma forma de entrar tem de ficar ligada.',
  administrator_protected: 'Ninguém age como administrador do servidor senão ele próprio.',
  user_has_password: 'Este utilizador já tem senha; defina outra.',
  not_administrator: 'Só os administradores deste servidor podem fazer isto.',
  mfa_needed: 'A senha está certa; falta o segundo fator.',
  mfa_token_unknown: 'Esta entrada terminou ou já foi concluída; comece de novo com a sua senha.',
  wrong_code: 'Este código está errado, é antigo demais ou já foi usado; espere pelo próximo.',
  second_factor_refused:
    'Não está certo, ou já foi usado. Para entrar com um código de recuperação, dê primeiro a sua senha.',
  wrong_reset_codes: 'Não são os últimos códigos enviados por e-mail, ou expiraram.',
  second_factor_needed: 'Entre primeiro com o seu segundo fator: só quem tem um decide se é pedido aos outros.',
  only_themselves: 'Só o próprio utilizador pode fazer isto, não um administrador em seu nome.',
  console_only: 'Só páginas da consola deste servidor podem fazer isto; enviam o cabeçalho X-Sshore-Console.',
  mfa_on: 'O segundo fator já está ligado; desligue-o primeiro.',
  mfa_off: 'O segundo fator não está ligado.',
  recovery_email_missing: 'Indique primeiro um e-mail de recuperação: é o último caminho de volta.',
  enrolment_unknown: 'Este segredo e estes códigos não foram feitos para si há pouco; gere outros.',
  security_keys_unavailable:
    'Chaves de segurança só funcionam com um nome de servidor; quem o administra pode defini-lo.',
  security_key_refused: 'O que a chave assinou não é para este servidor e este momento; tente de novo.',
  security_key_not_found: 'Não existe tal chave de segurança.',
  security_key_exists: 'Esta chave de segurança já está registada.',
  security_key_limit: 'Tem tantas chaves de segurança quantas pode; remova uma primeiro.',
  connector_address:
    'O servidor não se liga a este endereço: só a servidores públicos, salvo se quem o administra permitir mais.',
  connector_tls: 'TLS pede três textos PEM: a autoridade, um certificado e a chave privada que lhe pertence.',
  connector_not_found: 'Não existe tal conector neste espaço.',
  connector_limit: 'Este espaço tem tantos conectores quantos pode; remova um primeiro.',
  connector_unreachable: 'O motor de contentores não responde como tal.',
  forbidden: 'O seu papel neste espaço não permite isto.',
  namespace_required: 'A sessão não está ligada a um espaço; escolha um primeiro.',
  namespace_quota_reached: 'A sua quota de espaços está esgotada.',
  device_limit_reached: 'Este espaço atingiu o limite de dispositivos.',
  certificate_not_allowed: 'O seu papel não permite um certificado assim.',
  role_above_own: 'Um papel só pode ser dado ou mudado por quem tem autoridade sobre ele.',
  owner_cannot_leave: 'O dono não pode sair do espaço; apague-o em vez disso.',
  setup_done: 'Este servidor já foi configurado.',
  setup_signature: 'A assinatura está errada; use o link que o servidor mostrou no primeiro arranque.',
  not_found: 'Não há nada aqui.',
  namespace_not_found: 'Não existe tal espaço.',
  device_not_found: 'Não existe tal dispositivo neste espaço.',
  container_not_found: 'Não existe tal contentor neste espaço.',
  session_not_found: 'Não existe tal sessão neste espaço.',
  user_not_found: 'Não existe tal utilizador.',
  member_not_found: 'Não existe tal membro neste espaço.',
  api_key_not_found: 'Não há chave de API com este nome neste espaço.',
  public_key_not_found: 'Não existe tal chave pública neste espaço.',
  certificate_authority_not_found: 'Não existe tal autoridade neste espaço.',
  tag_not_found: 'Não existe tal etiqueta neste espaço.',
  pairing_code_not_found: 'Este código é desconhecido ou expirou; inicie o agente de novo para obter outro.',
  wrong_current_password: 'A senha atual está errada.',
  tag_limit_reached: 'Cada item leva no máximo três etiquetas.',
  user_exists: 'O nome de utilizador ou o e-mail já está em uso.',
  namespace_name_taken: 'Já existe um espaço com este nome.',
  device_name_taken: 'Já existe um dispositivo com este nome neste espaço.',
  device_identity_online: 'Um dispositivo aceite com a mesma identidade está ligado; rejeite este.',
  member_exists: 'Este utilizador já é membro.',
  api_key_exists: 'Já existe uma chave de API com este nome neste espaço.',
  public_key_exists: 'Esta chave pública já está registada neste espaço.',
  certificate_authority_exists: 'Esta autoridade já é de confiança neste espaço.',
  certificate_authority_limit: 'Este espaço confia em tantas autoridades quantas pode; remova uma primeiro.',
  no_signing_authority: 'Este espaço não tem uma autoridade própria que assine; crie uma primeiro.',
  tag_exists: 'Esta etiqueta já existe.',
  tag_in_filter: 'Esta etiqueta é todo o filtro de algo; mude esse filtro primeiro.',
  unprocessable_public_key: 'Isto não é uma chave pública no formato OpenSSH.',
  internal: 'Erro interno do servidor.',
  storage_full: 'O disco deste servidor está cheio; quem o administra tem de libertar espaço.',
  database_unavailable: 'A base de dados não responde de momento; tente dentro de segundos.',
  payment_method_missing: 'Ainda não há com que pagar; adicione primeiro um meio de pagamento.',
  payment_method_needed:
    'A assinatura é paga com este meio de pagamento; escolha outro como principal ou cancele a assinatura.',
  payment_required:
    'Todos os dispositivos do plano gratuito estão em uso, incluindo os removidos nos últimos 30 dias; o dono do espaço pode assinar.',
  payment_failed: 'O pagamento não foi aceite; tente outro meio de pagamento.',
  invoices_unpaid: 'Há faturas por pagar; pague-as primeiro.',
  subscription_required: 'Este espaço não tem uma assinatura ativa; o dono pode assinar.',
  subscription_not_ended:
    'A assinatura deste espaço não pôde ser terminada, por isso nada foi apagado; tente dentro de alguns minutos.',
  subscription_not_found: 'Este espaço não tem uma assinatura que se possa cancelar.',
  subscription_exists: 'Este espaço já tem uma assinatura.',
  device_choice_not_needed: 'Com uma assinatura ativa todos os dispositivos ficam; não há nada a escolher.',
  billing_customer_not_found: 'Este espaço ainda não é cliente; o dono pode torná-lo cliente.',
  billing_customer_exists: 'Este espaço já é cliente.',
  payment_method_not_found: 'Este espaço não tem esse meio de pagamento.',
  billing_off: 'Este servidor não tem um serviço de pagamentos.',
  billing_unavailable: 'O serviço de pagamentos não responde; tente dentro de alguns minutos.',
  billing_refused: 'O serviço de pagamentos recusou isto; o registo do servidor diz porquê.',
  shutting_down: 'O servidor está a parar; tente dentro de momentos.',
}
const translated: Readonly<Record<string, string | undefined>> = portuguese

const words = {
  unreachable: phrase(
    'The server at this address cannot be reached.',
    'Não é possível contactar o servidor neste endereço.',
  ),
  unknown: phrase('Something went wrong.', 'Algo correu mal.'),
}

/** What went wrong, for people. A sentence that the server made for this one case is better than a translated general one. */
export function failureText(error: unknown, language: Language): string {
  if (error instanceof ApiError) {
    if (error.code === 'unreachable') return words.unreachable[language]
    return (language === 'pt' ? translated[error.code] : undefined) ?? error.message
  }
  return error instanceof Error && error.message !== '' ? error.message : words.unknown[language]
}

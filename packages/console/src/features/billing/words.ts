import type { Invoice, Subscription } from '@sshore/contract'
import { type Phrase, phrase } from '../../language/language.ts'

export const words = {
  title: phrase('Billing', 'Faturação'),
  text: phrase(
    'What this namespace pays. Cards are kept by the payment provider alone.',
    'O que este espaço paga. Os cartões ficam só com o fornecedor de pagamentos.',
  ),
  plan: phrase('Subscription', 'Subscrição'),
  begin: phrase(
    'Three devices are free. With a subscription there is no limit; it is paid by the number of devices.',
    'Três dispositivos são grátis. Com uma subscrição não há limite; paga-se pelo número de dispositivos.',
  ),
  beginNow: phrase('Begin', 'Começar'),
  until: phrase('Period ends', 'Fim do período'),
  mail: phrase('Mail goes to', 'E-mail para'),
  card: phrase('Paid with', 'Paga com'),
  noCard: phrase('no card yet', 'ainda sem cartão'),
  portal: phrase('Cards and invoices', 'Cartões e faturas'),
  subscribe: phrase('Subscribe', 'Subscrever'),
  subscribed: phrase('Subscribed: the device limit is lifted.', 'Subscrito: o limite de dispositivos acabou.'),
  cancel: phrase('Cancel the subscription', 'Cancelar a subscrição'),
  cancelTitle: phrase('Cancel the subscription?', 'Cancelar a subscrição?'),
  cancelText: phrase(
    'It goes on until the end of the period that is paid for. Until then this can be taken back.',
    'Continua até ao fim do período pago. Até lá pode voltar atrás.',
  ),
  cancelled: phrase('It ends with the period that is paid for.', 'Acaba com o período pago.'),
  invoices: phrase('Invoices', 'Faturas'),
  noInvoices: phrase('None yet.', 'Ainda nenhuma.'),
  choice: phrase('More devices than slots', 'Mais dispositivos do que lugares'),
  choiceText: phrase(
    (most: number) =>
      `Nobody can connect until this is settled. Subscribe, or choose up to ${most} devices that stay; all others go back to pending.`,
    (most) =>
      `Ninguém se pode ligar até isto se resolver. Subscreva, ou escolha até ${most} dispositivos que ficam; os outros voltam a pendentes.`,
  ),
  choose: phrase('Keep these', 'Ficar com estes'),
  chosen: phrase('Done: the others wait to be accepted.', 'Feito: os outros esperam aceitação.'),
  notLoaded: phrase('Billing could not be loaded', 'Não foi possível carregar a faturação'),
}

export const statusWords: Readonly<Record<Subscription['status'], Phrase>> = {
  inactive: phrase('none', 'nenhuma'),
  active: phrase('active', 'ativa'),
  trialing: phrase('on trial', 'em experiência'),
  incomplete: phrase('waits for its first payment', 'espera o primeiro pagamento'),
  incomplete_expired: phrase('never paid', 'nunca paga'),
  past_due: phrase('payment is overdue', 'pagamento em atraso'),
  canceled: phrase('cancelled', 'cancelada'),
  unpaid: phrase('unpaid', 'por pagar'),
  paused: phrase('paused', 'em pausa'),
  to_cancel_at_end_of_period: phrase('ends with its period', 'acaba com o período'),
}

export const invoiceWords: Readonly<Record<Invoice['status'], Phrase>> = {
  draft: phrase('draft', 'rascunho'),
  open: phrase('open', 'em aberto'),
  paid: phrase('paid', 'paga'),
  uncollectible: phrase('given up', 'incobrável'),
  voided: phrase('void', 'anulada'),
}

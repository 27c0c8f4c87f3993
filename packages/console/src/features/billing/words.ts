import { limits, type SubscriptionStatus } from '@sshore/contract'
import { type Phrase, phrase } from '../../language/language.ts'

const days = limits.billing.removedDeviceHours / 24

export const words = {
  title: phrase('Billing', 'Cobrança'),
  text: phrase('What this namespace may do, and what it pays.', 'O que este namespace pode fazer, e o que paga.'),
  notLoaded: phrase('Billing could not be loaded', 'Não foi possível carregar a cobrança'),
  ownerOnly: phrase('Only the owner sees and changes what is paid.', 'Só o dono vê e altera o que é pago.'),
  devices: phrase('Devices', 'Dispositivos'),
  used: phrase(
    (used: number, most: number) => `${used} of ${most} devices`,
    (used, most) => `${used} de ${most} dispositivos`,
  ),
  usedFreely: phrase(
    (used: number) => `${used} devices, as many as you like`,
    (used) => `${used} dispositivos, quantos você quiser`,
  ),
  left: phrase(
    (left: number) => (left === 1 ? 'One more can be accepted.' : `${left} more can be accepted.`),
    (left) => (left === 1 ? 'É possível aceitar mais um.' : `É possível aceitar mais ${left}.`),
  ),
  full: phrase(
    'No more devices can be accepted without a subscription.',
    'Sem assinatura, não é possível aceitar mais dispositivos.',
  ),
  removedCount: phrase(
    `A device that is removed goes on counting for ${days} days without a subscription.`,
    `Sem assinatura, um dispositivo removido continua contando por ${days} dias.`,
  ),
  over: phrase(
    'Nobody can connect: there are more devices than the plan allows',
    'Ninguém consegue se conectar: há mais dispositivos do que o plano permite',
  ),
  overText: phrase(
    'Subscribe, or choose the devices to keep; the others wait to be accepted again.',
    'Assine, ou escolha os dispositivos a manter; os outros aguardam nova aceitação.',
  ),
  overOthers: phrase(
    'The owner of this namespace can subscribe, or choose the devices to keep.',
    'O dono deste namespace pode assinar, ou escolher os dispositivos a manter.',
  ),
  subscription: phrase('Subscription', 'Assinatura'),
  none: phrase('No subscription', 'Sem assinatura'),
  noneText: phrase(
    `${limits.maxDevicesDefault} devices are free. With a subscription there are as many as you like, paid by device and month.`,
    `${limits.maxDevicesDefault} dispositivos são grátis. Com uma assinatura, são quantos você quiser, pagos por dispositivo e mês.`,
  ),
  begin: phrase('Set up billing', 'Preparar a cobrança'),
  beginText: phrase(
    'The payment provider is told the name of this namespace and your e-mail address. Nothing is paid yet.',
    'O provedor de pagamentos recebe o nome deste namespace e o seu e-mail. Nada é pago ainda.',
  ),
  begun: phrase('Now add a card, then subscribe.', 'Agora adicione um cartão e depois assine.'),
  needsCard: phrase('Add a card first.', 'Adicione primeiro um cartão.'),
  subscribe: phrase('Subscribe', 'Assinar'),
  resume: phrase('Go on with it', 'Continuar'),
  currency: phrase('Currency', 'Moeda'),
  usd: phrase('US dollar', 'Dólar americano'),
  brl: phrase('Brazilian real', 'Real brasileiro'),
  subscribed: phrase(
    'Subscribed: the device limit is lifted.',
    'Assinatura ativa: não há mais limite de dispositivos.',
  ),
  cancel: phrase('Cancel …', 'Cancelar …'),
  cancelTitle: phrase('Cancel the subscription?', 'Cancelar a assinatura?'),
  cancelText: phrase(
    'It goes on until the end of what is paid for. If there are more devices than the plan allows by then, nobody can connect until some are chosen.',
    'Continua até o fim do que está pago. Se então houver mais dispositivos do que o plano permite, ninguém se conecta até que alguns sejam escolhidos.',
  ),
  cancelNow: phrase('Cancel at the end of the period', 'Cancelar no fim do período'),
  cancelled: phrase('It ends with the period that is paid for.', 'Termina com o período que está pago.'),
  renews: phrase('Renews', 'Renova-se'),
  ends: phrase('Ends', 'Termina'),
  cards: phrase('Payment methods', 'Meios de pagamento'),
  portal: phrase('Cards and receipts', 'Cartões e recibos'),
  portalText: phrase(
    'On the page of the payment provider: numbers of cards never come to this server.',
    'Na página do provedor de pagamentos: os números dos cartões nunca chegam a este servidor.',
  ),
  noCards: phrase('None yet.', 'Nenhum ainda.'),
  card: phrase(
    (brand: string, number: string) => `${brand} ending in ${number}`,
    (brand, number) => `${brand} terminado em ${number}`,
  ),
  expires: phrase(
    (month: string) => `until ${month}`,
    (month) => `até ${month}`,
  ),
  isDefault: phrase('pays', 'paga'),
  makeDefault: phrase('Pay with this one', 'Pagar com este'),
  madeDefault: phrase('Invoices are paid with it from now on.', 'As faturas passam a ser pagas com ele.'),
  detachTitle: phrase(
    (name: string) => `Remove ${name}?`,
    (name) => `Remover ${name}?`,
  ),
  detachText: phrase('Nothing is paid with it any more.', 'Nada mais é pago com ele.'),
  detached: phrase('Removed.', 'Removido.'),
  invoices: phrase('Invoices', 'Faturas'),
  noInvoices: phrase('None yet.', 'Nenhuma ainda.'),
  invoice: phrase('Invoice', 'Fatura'),
  amount: phrase('Amount', 'Valor'),
  state: phrase('State', 'Estado'),
  draft: phrase('being made', 'em preparação'),
  open: phrase('to be paid', 'a pagar'),
  paid: phrase('paid', 'paga'),
  uncollectible: phrase('not collected', 'incobrável'),
  voided: phrase('void', 'anulada'),
  choose: phrase('Choose devices to keep', 'Escolher os dispositivos a manter'),
  chooseText: phrase(
    (most: number) => `Up to ${most}. The others go back to pending; nothing of them is lost.`,
    (most) => `Até ${most}. Os outros voltam a ficar pendentes; nada deles se perde.`,
  ),
  chosen: phrase(
    (count: number, most: number) => `${count} of ${most} chosen`,
    (count, most) => `${count} de ${most} escolhidos`,
  ),
  tooMany: phrase('Fewer, please.', 'Menos, por favor.'),
  atLeastOne: phrase('Choose at least one.', 'Escolha pelo menos um.'),
  keep: phrase('Keep these', 'Manter estes'),
  kept: phrase('Done: connections are open again.', 'Pronto: as conexões estão abertas de novo.'),
  online: phrase('online', 'conectado'),
  offline: phrase('offline', 'desconectado'),
}

export const statusNames: Readonly<Record<SubscriptionStatus, Phrase>> = {
  inactive: phrase('none', 'nenhuma'),
  active: phrase('active', 'ativa'),
  trialing: phrase('on trial', 'em período de teste'),
  incomplete: phrase('the first payment is missing', 'falta o primeiro pagamento'),
  incomplete_expired: phrase('the first payment never came', 'o primeiro pagamento nunca chegou'),
  past_due: phrase('a payment is late', 'pagamento em atraso'),
  canceled: phrase('over', 'encerrada'),
  unpaid: phrase('unpaid', 'a pagar'),
  paused: phrase('paused', 'em pausa'),
  to_cancel_at_end_of_period: phrase('ends with the period', 'termina com o período'),
}

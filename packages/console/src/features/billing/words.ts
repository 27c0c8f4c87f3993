import { limits, type SubscriptionStatus } from '@sshore/contract'
import { type Phrase, phrase } from '../../language/language.ts'

const days = limits.billing.removedDeviceHours / 24

export const words = {
  title: phrase('Billing', 'Faturação'),
  text: phrase('What this namespace may do, and what it pays.', 'O que este espaço pode fazer, e o que paga.'),
  notLoaded: phrase('Billing could not be loaded', 'Não foi possível carregar a faturação'),
  ownerOnly: phrase('Only the owner sees and changes what is paid.', 'Só o dono vê e muda o que é pago.'),
  devices: phrase('Devices', 'Dispositivos'),
  used: phrase(
    (used: number, most: number) => `${used} of ${most} devices`,
    (used, most) => `${used} de ${most} dispositivos`,
  ),
  usedFreely: phrase(
    (used: number) => `${used} devices, as many as you like`,
    (used) => `${used} dispositivos, quantos quiser`,
  ),
  left: phrase(
    (left: number) => (left === 1 ? 'One more can be accepted.' : `${left} more can be accepted.`),
    (left) => (left === 1 ? 'Pode ser aceite mais um.' : `Podem ser aceites mais ${left}.`),
  ),
  full: phrase(
    'No more devices can be accepted without a subscription.',
    'Não podem ser aceites mais dispositivos sem subscrição.',
  ),
  removedCount: phrase(
    `A device that is removed goes on counting for ${days} days without a subscription.`,
    `Sem subscrição, um dispositivo removido continua a contar durante ${days} dias.`,
  ),
  over: phrase(
    'Nobody can connect: there are more devices than the plan allows',
    'Ninguém se pode ligar: há mais dispositivos do que o plano permite',
  ),
  overText: phrase(
    'Subscribe, or choose the devices to keep; the others wait to be accepted again.',
    'Subscreva, ou escolha os dispositivos a manter; os outros esperam por nova aceitação.',
  ),
  overOthers: phrase(
    'The owner of this namespace can subscribe, or choose the devices to keep.',
    'O dono deste espaço pode subscrever, ou escolher os dispositivos a manter.',
  ),
  subscription: phrase('Subscription', 'Subscrição'),
  none: phrase('No subscription', 'Sem subscrição'),
  noneText: phrase(
    `${limits.maxDevicesDefault} devices are free. With a subscription there are as many as you like, paid by device and month.`,
    `${limits.maxDevicesDefault} dispositivos são grátis. Com uma subscrição são quantos quiser, pagos por dispositivo e mês.`,
  ),
  begin: phrase('Set up billing', 'Preparar a faturação'),
  beginText: phrase(
    'The payment provider is told the name of this namespace and your e-mail address. Nothing is paid yet.',
    'O fornecedor de pagamentos fica a saber o nome deste espaço e o seu e-mail. Ainda nada é pago.',
  ),
  begun: phrase('Now add a card, then subscribe.', 'Agora acrescente um cartão e depois subscreva.'),
  needsCard: phrase('Add a card first.', 'Acrescente primeiro um cartão.'),
  subscribe: phrase('Subscribe', 'Subscrever'),
  resume: phrase('Go on with it', 'Continuar'),
  currency: phrase('Currency', 'Moeda'),
  usd: phrase('US dollar', 'Dólar americano'),
  brl: phrase('Brazilian real', 'Real brasileiro'),
  subscribed: phrase('Subscribed: the device limit is lifted.', 'Subscrito: já não há limite de dispositivos.'),
  cancel: phrase('Cancel …', 'Cancelar …'),
  cancelTitle: phrase('Cancel the subscription?', 'Cancelar a subscrição?'),
  cancelText: phrase(
    'It goes on until the end of what is paid for. If there are more devices than the plan allows by then, nobody can connect until some are chosen.',
    'Continua até ao fim do que está pago. Se nessa altura houver mais dispositivos do que o plano permite, ninguém se liga até que alguns sejam escolhidos.',
  ),
  cancelNow: phrase('Cancel at the end of the period', 'Cancelar no fim do período'),
  cancelled: phrase('It ends with the period that is paid for.', 'Termina com o período que está pago.'),
  renews: phrase('Renews', 'Renova-se'),
  ends: phrase('Ends', 'Termina'),
  cards: phrase('Payment methods', 'Meios de pagamento'),
  portal: phrase('Cards and receipts', 'Cartões e recibos'),
  portalText: phrase(
    'On the page of the payment provider: numbers of cards never come to this server.',
    'Na página do fornecedor de pagamentos: os números dos cartões nunca vêm a este servidor.',
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
  open: phrase('to be paid', 'por pagar'),
  paid: phrase('paid', 'paga'),
  uncollectible: phrase('not collected', 'incobrável'),
  voided: phrase('void', 'anulada'),
  choose: phrase('Choose devices to keep', 'Escolher os dispositivos a manter'),
  chooseText: phrase(
    (most: number) => `Up to ${most}. The others go back to pending; nothing of them is lost.`,
    (most) => `Até ${most}. Os outros voltam a ficar à espera; nada deles se perde.`,
  ),
  chosen: phrase(
    (count: number, most: number) => `${count} of ${most} chosen`,
    (count, most) => `${count} de ${most} escolhidos`,
  ),
  tooMany: phrase('Fewer, please.', 'Menos, por favor.'),
  atLeastOne: phrase('Choose at least one.', 'Escolha pelo menos um.'),
  keep: phrase('Keep these', 'Manter estes'),
  kept: phrase('Done: connections are open again.', 'Feito: as ligações estão abertas de novo.'),
  online: phrase('online', 'ligado'),
  offline: phrase('offline', 'desligado'),
}

export const statusNames: Readonly<Record<SubscriptionStatus, Phrase>> = {
  inactive: phrase('none', 'nenhuma'),
  active: phrase('active', 'ativa'),
  trialing: phrase('on trial', 'em experiência'),
  incomplete: phrase('the first payment is missing', 'falta o primeiro pagamento'),
  incomplete_expired: phrase('the first payment never came', 'o primeiro pagamento nunca chegou'),
  past_due: phrase('a payment is late', 'pagamento em atraso'),
  canceled: phrase('over', 'terminada'),
  unpaid: phrase('unpaid', 'por pagar'),
  paused: phrase('paused', 'em pausa'),
  to_cancel_at_end_of_period: phrase('ends with the period', 'termina com o período'),
}

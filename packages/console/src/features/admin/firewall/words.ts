import { phrase } from '../../../language/language.ts'

export const words = {
  title: phrase('All firewall rules', 'Todas as regras de firewall'),
  text: phrase(
    'Of all namespaces, each in the order in which its rules are asked.',
    'De todos os namespaces, cada um na ordem em que suas regras são lidas.',
  ),
  none: phrase('No rules', 'Nenhuma regra'),
  noneText: phrase(
    'Where a namespace has no rules, everybody with a key or password may connect to its devices.',
    'Onde um namespace não tem regras, conecta-se aos dispositivos quem tiver chave ou senha.',
  ),
}

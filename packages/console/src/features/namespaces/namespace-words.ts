import { limits } from '@sshore/contract'
import { phrase } from '../../language/language.ts'

const { min, max } = limits.namespaceName
export const nameRule = phrase(
  `${min} to ${max} letters, digits and hyphens. It is part of every device's address.`,
  `${min} a ${max} letras, dígitos e hifens. Faz parte do endereço de cada dispositivo.`,
)
export const create = phrase('Create namespace', 'Criar namespace')
export const nameLabel = phrase('Name of the new namespace', 'Nome do novo namespace')

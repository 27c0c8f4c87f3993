import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** European Portuguese beside what is said in Brazil. */
const european =
  /(?<!\p{L})(utilizador(es)?|palavra-passe|ficheiros?|ecr[ãa]s?|consola|telem[óo]vel|contentor(es)?|defini[çc][õo]es|guardar|liga[çc][ãa]o|liga[çc][õo]es|registar|registo|subscri[çc][ãa]o|fatura[çc][ãa]o|equipa|aplica[çc][ãa]o|contactar|prima|descarregar|transferir|arranque|eliminar|demasiad[oa]s?|noutr[oa]|est[áa] a \p{L}+[aei]r)(?!\p{L})/iu

test.each([
  ['console', 'console/src', /(?<!\.test)\.tsx?$/, 100],
  ['documentation site', 'website/i18n/pt-BR', /\.(mdx|json)$/, 50],
])('the Portuguese of the %s is that of Brazil', (_, below, names, atLeast) => {
  const folder = join(import.meta.dirname, '../packages', below)
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => names.test(name))
  const found = sources.flatMap((name) => {
    const word = european.exec(readFileSync(join(folder, name), 'utf8'))
    return word ? [`${name}: ${word[0]}`] : []
  })
  expect(found).toEqual([])
  expect(sources.length).toBeGreaterThan(atLeast)
  expect(european.test('O servidor está a parar.')).toBe(true)
})

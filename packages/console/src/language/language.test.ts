import { expect, test } from 'vitest'
import { createLanguageChoice, type Language, languageFor } from './language.ts'

test('the first language of the browser that we speak is taken, else English', () => {
  expect(languageFor(['de-CH', 'pt-BR', 'en'])).toBe('pt')
  expect(languageFor(['de', 'fr'])).toBe('en')
})

test('what was chosen outlives the page and wins over the browser', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  const shown: Language[] = []
  createLanguageChoice(storage, ['en'], (language) => shown.push(language)).choose('pt')
  expect(createLanguageChoice(storage, ['en'], (language) => shown.push(language)).current()).toBe('pt')
  expect(shown).toEqual(['en', 'pt', 'pt'])
})

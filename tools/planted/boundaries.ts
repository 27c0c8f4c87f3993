import type { Violation } from './violation.ts'

export const boundaryViolations: readonly Violation[] = [
  {
    title: 'the server importing the gateway',
    path: 'packages/server/src/arrow.ts',
    text: "import { channels } from '@sshore/gateway'\n\nexport const arrow = channels\n",
    expected: 'arrows-of-server',
  },
  {
    title: 'the contract importing the link',
    path: 'packages/contract/src/arrow.ts',
    text: "import type { lanes } from '@sshore/link'\n\nexport type Arrow = typeof lanes\n",
    expected: 'arrows-of-contract',
  },
  {
    title: 'a Node module in a neutral package',
    path: 'packages/link/src/builtin.ts',
    text: "import { readFileSync } from 'node:fs'\n\nexport const builtin = readFileSync\n",
    expected: 'neutral-packages',
  },
  {
    title: 'a circle',
    path: 'packages/server/src/circle.ts',
    text: "import { half } from './other-half.ts'\n\nexport const circle = (): number => half()\n",
    expected: 'no-circle',
  },
  {
    title: "another package's inside",
    path: 'packages/server/src/inside.ts',
    text: "import { limit } from '../../contract/src/limits.ts'\n\nexport const inside = limit\n",
    expected: 'packages-by-name',
  },
  {
    title: "another feature's inside",
    path: 'packages/server/src/features/devices/devices.ts',
    text: "import { store } from '../sessions/sessions.store.ts'\n\nexport const devices = store\n",
    expected: 'features-by-their-face',
  },
  {
    title: 'a form of the console that knows a feature',
    path: 'packages/console/src/forms/tags-field.ts',
    text: "import { tags } from '../features/tags/tags.ts'\n\nexport const field = tags\n",
    expected: 'console-parts-below-features',
  },
  {
    title: 'a part of the console that knows the palette',
    path: 'packages/console/src/parts/of-palette.ts',
    text: "import { choices } from '../palette/choices.ts'\n\nexport const ofPalette = choices\n",
    expected: 'console-parts-below-frame',
  },
  {
    title: 'a part of the console that knows a form',
    path: 'packages/console/src/parts/of-form.ts',
    text: "import { form } from '../forms/form.ts'\n\nexport const ofForm = form\n",
    expected: 'console-parts-below-forms',
  },
  {
    title: 'a feature of the console that knows the palette',
    path: 'packages/console/src/features/tags/of-palette.ts',
    text: "import { choices } from '../../palette/choices.ts'\n\nexport const ofPalette = choices\n",
    expected: 'console-features-know-no-palette',
  },
  {
    title: 'ssh2 outside the gateway',
    path: 'packages/server/src/ssh.ts',
    text: "import { Server } from 'ssh2'\n\nexport const ssh = Server\n",
    expected: 'ssh2-behind-the-gateway',
  },
  {
    title: 'production that imports a test',
    path: 'packages/server/src/tested.ts',
    text: "import { sample } from './sample.test.ts'\n\nexport const tested = sample\n",
    expected: 'nothing-ships-test-code',
  },
  {
    title: 'a dependency that is not declared',
    path: 'packages/server/src/undeclared.ts',
    text: "import { pino } from 'pino'\n\nexport const log = pino\n",
    expected: 'declared-dependencies',
  },
  {
    title: 'an import that leads nowhere',
    path: 'packages/server/src/nowhere.ts',
    text: "export { nothing } from './not-there.ts'\n",
    expected: 'resolvable',
  },
]

/** What planted violations import; innocent by themselves. */
export const bystanders: readonly Omit<Violation, 'title' | 'expected'>[] = [
  {
    path: 'packages/server/src/other-half.ts',
    text: "import { circle } from './circle.ts'\n\nexport const half = (): number => circle()\n",
  },
  { path: 'packages/server/src/features/sessions/sessions.store.ts', text: 'export const store = 1\n' },
  { path: 'packages/console/src/features/tags/tags.ts', text: 'export const tags = 1\n' },
  { path: 'packages/console/src/palette/choices.ts', text: 'export const choices = 1\n' },
  { path: 'packages/console/src/forms/form.ts', text: 'export const form = 1\n' },
  { path: 'packages/server/src/sample.test.ts', text: 'export const sample = 1\n' },
]

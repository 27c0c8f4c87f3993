/// <reference types="@docusaurus/module-type-aliases" />
/// <reference types="@docusaurus/theme-classic" />
/// <reference types="@docusaurus/plugin-content-docs" />

declare module '@theme/SearchModal' {
  interface Props {
    readonly initialQuery: string
    readonly onClose: () => void
  }
  // oxlint-disable-next-line import/no-default-export -- Docusaurus takes the default export.
  export default function SearchModal(props: Props): React.ReactNode
}

declare module '*.generated.json' {
  const value: Readonly<Record<string, unknown>>
  // oxlint-disable-next-line import/no-default-export -- JSON has no names.
  export default value
}

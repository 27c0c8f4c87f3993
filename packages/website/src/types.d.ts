/// <reference types="@docusaurus/module-type-aliases" />
/// <reference types="@docusaurus/theme-classic" />
/// <reference types="@docusaurus/plugin-content-docs" />

declare module '@theme/SearchModal' {
  interface Props {
    readonly query: string
    readonly onQuery: (query: string) => void
    readonly onClose: () => void
  }
  export default function SearchModal(props: Props): React.ReactNode
}

declare module '*.generated.json' {
  const value: Readonly<Record<string, string>>
  export default value
}

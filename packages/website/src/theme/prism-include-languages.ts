/** The theme asks for languages to be added to a highlighter that is not there (plugins/code-blocks). */
export default function prismIncludeLanguages(): void {}

/** URLs among the places of images: see `ImageResolver` for paths. */

/** Whether it is a URL rather than a path among the files. A URL of a file is a path of the machine that wrote it. */
export const isUrl = (text: string): boolean => /^(?!file:)[a-z][a-z0-9+.-]*:\/\//i.test(text)

/** URLs among the places of images: see `ImageResolver` for paths. */

/** Whether it is a URL rather than a path among the files. */
export const isUrl = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(text)

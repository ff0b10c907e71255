/** Cut after two digits, so that no shape that differs is shown with the figure from which on they are alike. */
export const formatSimilarity = (similarity: number, language: string): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(Math.floor(similarity * 100) / 100)

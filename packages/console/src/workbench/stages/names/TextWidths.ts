/** The widths of texts in pixels, which take long to measure. At the limit all of them are measured anew. */
export class TextWidths {
  private readonly widths = new Map<string, number>()

  constructor(private readonly limit: number) {}

  get size(): number {
    return this.widths.size
  }

  measure(
    context: { readonly measureText: (text: string) => { readonly width: number } },
    text: string,
  ): number {
    const cached = this.widths.get(text)
    if (cached !== undefined) return cached
    const { width } = context.measureText(text)
    if (this.widths.size >= this.limit) this.widths.clear()
    this.widths.set(text, width)
    return width
  }
}

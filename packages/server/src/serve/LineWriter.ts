/**
 * Writes lines to a stream. Lines that may wait are written together at the end of the current turn of the event loop: one
 * write to a file or pipe costs more than the line.
 */
export class LineWriter {
  private waiting: Array<string> = []
  private flushesAtExit = false

  constructor(private readonly stream: { readonly write: (text: string) => unknown }) {}

  /** Writes a line at once, after those that wait. */
  writeNow(line: string): void {
    this.waiting.push(line)
    this.flush()
  }

  /** Writes a line with others of this turn. */
  writeSoon(line: string): void {
    if (this.waiting.push(line) > 1) return
    setImmediate(() => this.flush())
    if (this.flushesAtExit) return
    this.flushesAtExit = true
    // Writes to files and pipes are synchronous.
    process.on("exit", () => this.flush())
  }

  private flush(): void {
    if (this.waiting.length === 0) return
    const lines = this.waiting
    this.waiting = []
    this.stream.write(`${lines.join("\n")}\n`)
  }
}

/** The serial numbers of predictions, which say in which file and where they are. */

/** Serial numbers of annotations are below. */
const first = 0x8000_0000

export class ResultFiles {
  readonly #files: Array<{ readonly path: string; readonly offset: number }> = []
  #count = 0

  /** The next serial numbers are of this file. */
  begin(path: string): void {
    this.#files.push({ path, offset: this.#count })
  }

  nextSerial(): number {
    this.#count += 1
    return first + this.#count - 1
  }

  /** Undefined for the serial number of an annotation. */
  findPlace(serial: number): { readonly path: string; readonly pointer: string } | undefined {
    const file = serial < first ? undefined : this.#files.findLast(({ offset }) => first + offset <= serial)
    return file && { path: file.path, pointer: `/${serial - first - file.offset}` }
  }
}

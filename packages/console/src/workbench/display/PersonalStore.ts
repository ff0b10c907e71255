/** Settings of a person that are no part of a label, kept in this browser: two people who share it have their own. */
import { Observed } from "../editor/Store.ts"

export class PersonalStore<Value extends object> extends Observed<Value> {
  private key: string

  constructor(
    /** The key of settings that were stored before somebody was known. */
    private readonly name: string,
    /** Reads a stored text. Where it cannot be read, or nothing is stored, the settings are the default ones. */
    private readonly read: (text: string | null) => Value,
  ) {
    super(read(readItem(name)))
    this.key = name
  }

  /** Continues with the settings of a person; at first they are those of the browser. */
  open(person: string): void {
    const key = `${this.name} ${person}`
    if (key === this.key) return
    this.key = key
    this.set(this.read(readItem(key) ?? readItem(this.name)))
  }

  update(change: Partial<Value>): void {
    this.set(this.read(JSON.stringify({ ...this.state, ...change })))
    // A browser that keeps nothing still has them until the page is left.
    try {
      localStorage.setItem(this.key, JSON.stringify(this.state))
    } catch {}
  }
}

const readItem = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

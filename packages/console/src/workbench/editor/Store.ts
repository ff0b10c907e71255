/** A value outside of React that its own class changes, and that notifies its subscribers. */
export abstract class Observed<Value> {
  private readonly listeners = new Set<() => void>()

  constructor(private current: Value) {}

  get state(): Value {
    return this.current
  }

  /** Calls back after each change, until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  protected set(value: Value): void {
    if (value === this.current) return
    this.current = value
    for (const listener of this.listeners) listener()
  }
}

/** A value that everybody who has the store may change. */
export class Store<Value> extends Observed<Value> {
  override set(value: Value): void {
    super.set(value)
  }

  /** Changes it by a function of what it is. */
  update(by: (value: Value) => Value): void {
    this.set(by(this.state))
  }
}

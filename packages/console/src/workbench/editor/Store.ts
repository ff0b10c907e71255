/** Values outside of React, with those who are notified when they change. */
/** A value that its own class changes. */
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
  get(): Value {
    return this.state
  }

  override set(value: Value): void {
    super.set(value)
  }

  /** Changes it by a function of what it is. */
  update(by: (value: Value) => Value): void {
    this.set(by(this.state))
  }
}

/** A value outside of React, with those who are notified when it changes. */
import { useSyncExternalStore } from "react"

export class Store<Value> {
  private readonly listeners = new Set<() => void>()

  constructor(private current: Value) {}

  readonly get = (): Value => this.current

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  set(value: Value): void {
    if (value === this.current) return
    this.current = value
    for (const listener of this.listeners) listener()
  }

  /** Changes it by a function of what it is. */
  update(by: (value: Value) => Value): void {
    this.set(by(this.current))
  }
}

export const useStore = <Value>(store: Store<Value>): Value =>
  useSyncExternalStore(store.subscribe, store.get)

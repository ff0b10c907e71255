/**
 * Undo and redo, without end unless somebody shortens them. Documents are immutable and share what they do not change, so a past state costs as
 * much memory as its edit, and undoing gives back the very object that was there before.
 */
export interface History<State> {
  readonly present: State
  /** Oldest first. */
  readonly past: Stack<Step<State>>
  /** Next to be redone on top. */
  readonly future: Stack<Step<State>>
  /** The choices of steps that are not kept, such as those before a reload. */
  readonly earlier?: ReadonlyMap<string, VersionChoice>
}

/** A named change, with the state on its other side. */
interface Step<State> {
  /** The key of the command's name in the words. */
  readonly name: string
  readonly state: State
  /** Edits with the same key in succession are one step, such as the repeats of an arrow key. */
  readonly merge: string | null
  readonly choice?: VersionChoice | undefined
}

/** The choice of a version in a step, where several people labeled the sample. */
export interface VersionChoice {
  /** The id of the difference. */
  readonly of: string
  /** The letter of the label whose version was chosen. */
  readonly letter: string
  /** The key of the object in the edited label; undefined where that lacks it. */
  readonly key: string | undefined
}

/** A linked list, so that the ten-thousandth step costs what the first does. */
export type Stack<Item> = { readonly top: Item; readonly below: Stack<Item>; readonly size: number } | null

const push = <Item>(stack: Stack<Item>, top: Item): Stack<Item> => ({
  top,
  below: stack,
  size: getSize(stack) + 1,
})

/** The number of items. */
export const getSize = (stack: Stack<unknown>): number => stack?.size ?? 0

/** A history without a past. `choices`: those that led to the state. */
export const startHistory = <State>(
  present: State,
  choices: ReadonlyArray<VersionChoice> = [],
): History<State> => ({
  present,
  past: null,
  future: null,
  ...(choices.length === 0 ? {} : { earlier: new Map(choices.map((choice) => [choice.of, choice])) }),
})

/** The history after a change. A change to the same state is none, unless it is a choice. */
export const pushState = <State>(
  history: History<State>,
  name: string,
  state: State,
  merge: string | null = null,
  choice?: VersionChoice,
): History<State> => {
  if (Object.is(state, history.present) && choice === undefined) return history
  const joins = merge !== null && history.past?.top.merge === merge && history.future === null
  const past = joins ? history.past : push(history.past, { name, state: history.present, merge, choice })
  return { ...history, present: state, past, future: null }
}

/** The last choice of each difference. */
export const readChoices = ({ earlier, past }: History<unknown>): ReadonlyMap<string, VersionChoice> => {
  const choices = new Map<string, VersionChoice>()
  for (let stack = past; stack !== null; stack = stack.below) {
    const { choice } = stack.top
    if (choice !== undefined && !choices.has(choice.of)) choices.set(choice.of, choice)
  }
  for (const [of, choice] of earlier ?? []) if (!choices.has(of)) choices.set(of, choice)
  return choices
}

/** The history before its last change. */
export const undoStep = <State>(history: History<State>): History<State> => {
  if (history.past === null) return history
  const { below, top } = history.past
  return {
    ...history,
    present: top.state,
    past: below,
    future: push(history.future, { ...top, state: history.present, merge: null }),
  }
}

/** The history without the oldest steps: from the first one on, from the present back, whose state is not kept. */
export const dropStep = <State>(
  history: History<State>,
  isKept: (state: State) => boolean,
): History<State> => {
  const keptSteps: Array<Step<State>> = []
  let { past } = history
  for (; past !== null && isKept(past.top.state); past = past.below) keptSteps.push(past.top)
  if (keptSteps.length === getSize(history.past)) return history
  return {
    ...history,
    earlier: readChoices({ ...history, past }),
    past: keptSteps.reduceRight<Stack<Step<State>>>((stack, step) => push(stack, step), null),
  }
}

/** The history with its last undone change made again. */
export const redoStep = <State>(history: History<State>): History<State> => {
  if (history.future === null) return history
  const { below, top } = history.future
  return {
    ...history,
    present: top.state,
    past: push(history.past, { ...top, state: history.present }),
    future: below,
  }
}

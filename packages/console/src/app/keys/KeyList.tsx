/** The keys that act on pages. */
import { KeysDialog } from "../../workbench/view/keys/KeySettings.tsx"
import { useKeymap } from "../../workbench/view/keys/useKeymap.ts"
import { pageScopes } from "./usePageKeys.ts"

const KeyList = ({ onClose }: { readonly onClose: () => void }) => (
  <KeysDialog keymap={useKeymap()} scopes={pageScopes} onClose={onClose} />
)

export default KeyList

/** Where short reports appear, such as of what was saved. */
import "@mantine/core/styles/Notification.css"
import "@mantine/notifications/styles.css"
import { Notifications as Reports } from "@mantine/notifications"

const Notifications = () => <Reports position="bottom-right" />

export default Notifications

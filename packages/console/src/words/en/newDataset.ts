/** The words of the page that creates a dataset. */
export default {
  title: "New dataset",
  about: "About the dataset",
  owner: "Owner",
  ownerHint: "You, or an organization of which you are an admin.",
  address: "The dataset's address will be {{name}}.",
  nameMissing: "Enter a name.",
  chooseType: "Choose a task type.",
  taken: "This name is already taken. <open>Open {{name}}</open>, or choose another name.",
  later: "You can change all of this later in the settings; the task type only while nothing is labeled.",
  create: "Create dataset",
  cancel: "Cancel",
} as const

export default () => "of the host"

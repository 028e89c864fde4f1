/** Stands in for what the SDK would change pages by: it is never called (`disableVisualExperiments`). */
export default {}

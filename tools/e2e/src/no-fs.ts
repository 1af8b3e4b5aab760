/** Stands in for `fs` in a bundle for browsers. */
export default {};
